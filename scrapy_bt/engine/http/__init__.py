"""An HTTP/1.1 client under Scrapy's interface of download handlers: asyncio's transports, parsed by llhttp."""

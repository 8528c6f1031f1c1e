"""Small sites, each of which works by one mechanism of the web, with what a person does there and what is true."""

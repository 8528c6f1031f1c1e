"""What recordings have in common: the same steps, series and lists of them, and the acts behind them."""

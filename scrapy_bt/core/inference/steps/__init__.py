"""What recordings have in common: the same steps, series and lists of them, the acts behind them, what answers hold."""

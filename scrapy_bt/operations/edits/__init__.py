"""Changes of trees and rule files: planned, shown, written whole, and taken back."""

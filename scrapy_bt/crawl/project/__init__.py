"""The files of a project: where they lie, and how trees and rules are read."""

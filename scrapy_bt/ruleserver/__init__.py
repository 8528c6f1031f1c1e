"""The rule server: rules that their authors sign, for others to find; an application of its own, without projects."""

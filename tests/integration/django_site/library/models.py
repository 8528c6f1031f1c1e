"""Books and their authors, with a field of every usual kind."""

from django.db import models


class Author(models.Model):
    name = models.CharField(max_length=100)

    class Meta:
        app_label = "library"
        ordering = ("id",)

    def __str__(self):
        return self.name


class Book(models.Model):
    title = models.CharField(max_length=200)
    author = models.ForeignKey(Author, on_delete=models.CASCADE)
    summary = models.TextField(blank=True)
    pages = models.PositiveIntegerField()
    price = models.DecimalField(max_digits=8, decimal_places=2)
    published = models.DateField(null=True, blank=True)
    in_print = models.BooleanField(default=True)
    language = models.CharField(max_length=2, choices=[("en", "English"), ("fr", "French"), ("zh", "Chinese")])
    homepage = models.URLField(blank=True)

    class Meta:
        app_label = "library"
        ordering = ("id",)

    def __str__(self):
        return self.title

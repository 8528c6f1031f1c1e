"""The list that a librarian sees."""

from django.contrib import admin

from .models import Author, Book


@admin.register(Book)
class BookAdmin(admin.ModelAdmin):
    list_display = ("title", "author", "price")
    list_per_page = 40
    search_fields = ("title",)
    ordering = ("id",)


admin.site.register(Author)

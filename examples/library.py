"""A lending library over stdio: `python examples/library.py`.

Its books live in the SQLite file that LIBRARY_DB names, or in one among the temporary files.
"""

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Annotated, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import BaseModel, Field

SCHEMA = """
create table if not exists books (isbn text primary key, title text, author text, year integer, pages integer);
create table if not exists loans (isbn text primary key references books on delete cascade, reader text, due text);
"""
FIRST_BOOKS = [
    ("9780141439600", "A Tale of Two Cities", "Charles Dickens", 1859, 489),
    ("9780486280615", "Adventures of Huckleberry Finn", "Mark Twain", 1884, 224),
    ("9780141441146", "Jane Eyre", "Charlotte Bronte", 1847, 532),
    ("9780141439471", "Frankenstein", "Mary Shelley", 1818, 273),
    ("9780141439570", "The Picture of Dorian Gray", "Oscar Wilde", 1890, 252),
    ("9780141439518", "Pride and Prejudice", "Jane Austen", 1813, 435),
    ("9780141439587", "Emma", "Jane Austen", 1815, 474),
    ("9780486284736", "The Time Machine", "H. G. Wells", 1895, 80),
]
BOOKS = "select books.*, loans.reader, loans.due from books left join loans using (isbn)"

server = MCPServer(
    "library",
    title="Town library",
    version="1.0.0",
    instructions="Search before you borrow: every other tool takes the ISBN that a search gives.",
    log_level="WARNING",
)

Isbn = Annotated[str, Field(description="ISBN-13 without hyphens.", pattern="^97[89][0-9]{10}$")]
Reader = Annotated[str, Field(description="Name on the reader's card.", min_length=1, max_length=80)]


class Book(BaseModel):
    """A book and, while it is lent, its loan."""

    isbn: Annotated[str, Field(max_length=13)]
    title: Annotated[str, Field(max_length=120)]
    author: Annotated[str, Field(max_length=80)]
    year: int
    pages: Annotated[int, Field(ge=1)]
    reader: Annotated[str | None, Field(max_length=80)] = None
    due: Annotated[str | None, Field(description="Day the loan ends, as YYYY-MM-DD.", max_length=10)] = None


class BookPage(BaseModel):
    """One page of a search."""

    books: Annotated[list[Book], Field(max_length=20)]
    total: Annotated[int, Field(ge=0, description="How many books match in all.")]
    next_offset: Annotated[int | None, Field(description="Where the next page begins; null on the last.")] = None


@contextmanager
def opened() -> Iterator[sqlite3.Connection]:
    """Yield the database, with its first books if it is new. Commit at the end, or roll back on an error."""
    path = Path(os.environ.get("LIBRARY_DB") or Path(tempfile.gettempdir()) / "example-library.sqlite3")
    with closing(sqlite3.connect(path)) as database, database:
        database.row_factory = sqlite3.Row
        database.execute("pragma foreign_keys = on")
        if not database.execute("select 1 from sqlite_master").fetchone():
            database.executescript(SCHEMA)
            database.executemany("insert into books values (?, ?, ?, ?, ?)", FIRST_BOOKS)
        yield database


def found(database: sqlite3.Connection, isbn: str) -> Book:
    """Return the book with this ISBN."""
    row = database.execute(f"{BOOKS} where isbn = ?", (isbn,)).fetchone()
    if row is None:
        raise ToolError(f"no book has the ISBN {isbn}")
    return Book(**row)


def overdue(database: sqlite3.Connection, today: date) -> list[Book]:
    """Return the overdue loans, the longest overdue first."""
    rows = database.execute(f"{BOOKS} where due < ? order by due, title", (today.isoformat(),))
    return [Book(**row) for row in rows]


def local_today() -> date:
    """Return the current day of the library's clock."""
    return datetime.now(UTC).astimezone().date()


@server.tool(title="Search books", annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False))
def search_books(
    query: Annotated[str, Field(description="Part of a title or an author's name.", max_length=200)],
    limit: Annotated[int, Field(description="Books per page.", ge=1, le=20)] = 10,
    offset: Annotated[int, Field(description="How many matches to pass over.", ge=0)] = 0,
) -> BookPage:
    """Find books by title or author, oldest first, one page at a time."""
    match = "where instr(lower(title), lower(:query)) or instr(lower(author), lower(:query))"
    values = {"query": query, "limit": limit, "offset": offset}
    with opened() as database:
        total = database.execute(f"select count(*) from books {match}", values).fetchone()[0]  # noqa: S608 - our own words
        rows = database.execute(f"{BOOKS} {match} order by year, isbn limit :limit offset :offset", values)
        books = [Book(**row) for row in rows]
    reached = offset + len(books)
    return BookPage(books=books, total=total, next_offset=reached if reached < total else None)


@server.tool(title="Borrow a book", annotations=ToolAnnotations(destructive_hint=False, open_world_hint=False))
def borrow_book(
    isbn: Isbn,
    reader: Reader,
    days: Annotated[int, Field(description="Length of the loan.", ge=1, le=60)] = 21,
) -> Book:
    """Lend a book that is on the shelf to a reader, and say when it is due."""
    with opened() as database:
        book = found(database, isbn)
        if book.reader:
            raise ToolError(f"{book.title} is lent to someone else until {book.due}")
        due = local_today() + timedelta(days=days)
        database.execute("insert into loans values (?, ?, ?)", (isbn, reader, due.isoformat()))
        return found(database, isbn)


@server.tool(
    title="Return a book",
    annotations=ToolAnnotations(destructive_hint=False, idempotent_hint=True, open_world_hint=False),
)
def return_book(isbn: Isbn) -> Book:
    """Put a lent book back on the shelf; a book that is there already stays there."""
    with opened() as database:
        database.execute("delete from loans where isbn = ?", (isbn,))
        return found(database, isbn)


@server.tool(
    title="Withdraw a book",
    annotations=ToolAnnotations(destructive_hint=True, idempotent_hint=False, open_world_hint=False),
)
def withdraw_book(
    isbn: Isbn,
    reason: Annotated[Literal["damaged", "lost", "sold"], Field(description="Why it leaves the collection.")],
) -> Annotated[str, Field(max_length=300)]:
    """Take a book out of the collection for good, with its loan if there is one."""
    with opened() as database:
        book = found(database, isbn)
        database.execute("delete from books where isbn = ?", (isbn,))
    return f"{book.title} has left the collection: {reason}."


@server.prompt(title="Suggest a book")
def suggest_book(
    mood: Annotated[str, Field(description="What the reader feels like reading.")],
    pages: Annotated[str, Field(description="The most pages they will read.")] = "300",
) -> str:
    """Ask for one book of this library that suits a reader."""
    return (
        f"Search the library for a book of at most {pages} pages for someone in the mood for {mood}. Name one, and why."
    )


@server.prompt(title="Reminder letter")
def reminder_letter(reader: Annotated[str, Field(description="Name on the reader's card.")]) -> str:
    """Ask for a friendly letter about a reader's overdue books."""
    with opened() as database:
        late = [book for book in overdue(database, local_today()) if book.reader == reader]
    titles = "\n".join(f"- {book.title}, due {book.due}" for book in late) or "- none"
    return f"Write a short, friendly reminder to {reader}. Overdue:\n{titles}"


@server.resource("library://rules", title="House rules", mime_type="text/markdown")
def rules() -> str:
    """What readers agree to."""
    return "A loan lasts 21 days unless agreed otherwise, 60 at most. One reader at a time holds a book.\n"


@server.resource("library://overdue", title="Overdue loans", mime_type="application/json")
def overdue_loans() -> str:
    """The loans that have passed their day."""
    with opened() as database:
        return json.dumps([book.model_dump() for book in overdue(database, local_today())])


@server.resource("library://books/{isbn}", title="One book", mime_type="application/json")
def one_book(isbn: str) -> str:
    """A book's card from the catalogue."""
    with opened() as database:
        return found(database, isbn).model_dump_json()


if __name__ == "__main__":
    server.run()

"""Reports: values to text, without side effects. Every renderer escapes the text of servers."""

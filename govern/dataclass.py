"""Dataclasses as the standard library has them, as far as govern uses them, but soon made.

To import `dataclasses` takes half as long as Python itself takes to start, and each class 0.3 ms, most of it to compile
methods that a short run never calls. Here a class is made in a tenth of that, and its `__init__`, which has to be
compiled, once it has a few instances. To type checkers these are the standard library's own, and what asks for the
fields there (`dataclasses.fields`, pydantic, hypothesis) is given them. No fields are inherited.
"""

from __future__ import annotations

__all__ = ["MISSING", "dataclass", "field", "fields", "is_dataclass", "replace"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
else:
    import builtins
    import sys
    from itertools import count
    from operator import attrgetter

    # To compile `__init__` takes as long as to do without it ten times or more.
    _FEW = 10

    class MISSING:
        """What stands where a field has no default."""

    class field:  # noqa: N801 - so is it called in the standard library
        """What is said of one field. Its type is read where somebody asks for it, as `typing.get_type_hints` does."""

        __slots__ = ("compare", "default", "default_factory", "metadata", "module", "name", "repr", "written")

        def __init__(self, *, default=MISSING, default_factory=MISSING, repr=True, compare=True, metadata=None):  # noqa: A002
            self.default, self.default_factory, self.repr, self.compare = default, default_factory, repr, compare
            self.metadata = metadata or {}

        @property
        def type(self):
            """The type itself."""
            if not isinstance(self.written, str):
                return self.written
            return eval(self.written, {}, _Names(self.module))  # noqa: S307 - what our own source says

    def dataclass(cls=None, *, frozen=False, slots=False):
        """The class with the methods of a dataclass."""
        if cls is None:
            return lambda plain: dataclass(plain, frozen=frozen, slots=slots)
        body = dict(cls.__dict__)
        own = tuple(_fields(body))
        for each in own:
            # A default is what the class says of the field too, but where a slot has that name.
            if slots or each.default is MISSING:
                body.pop(each.name, None)
            else:
                body[each.name] = each.default
        for made in ("__dict__", "__weakref__"):
            body.pop(made, None)
        if slots:
            body["__slots__"] = tuple(each.name for each in own)
        body["__qualname__"] = cls.__qualname__
        body["__match_args__"] = tuple(each.name for each in own)
        body["__own_fields__"], body["__dataclass_fields__"] = own, _StandardFields()
        body["__instances__"] = count()
        body["__compared__"] = staticmethod(attrgetter("__class__", *(each.name for each in own if each.compare)))
        return type(cls)(cls.__name__, cls.__bases__, _METHODS | (_FROZEN if frozen else {"__hash__": None}) | body)

    def fields(of):
        """The fields of a class, or of an instance's, in their order."""
        return of.__own_fields__

    def is_dataclass(found):
        """Whether it is such a class or an instance of one."""
        return hasattr(found, "__own_fields__")

    def replace(instance, /, **changes):
        """The same but for what is given."""
        for each in instance.__own_fields__:
            if each.name not in changes:
                changes[each.name] = getattr(instance, each.name)
        return instance.__class__(**changes)

    def _fields(body):
        for name, kind in body.get("__annotations__", {}).items():
            if not str(kind).removeprefix("typing.").startswith("ClassVar"):
                default = body.get(name, MISSING)
                each = default if isinstance(default, field) else field(default=default)
                each.name, each.written, each.module = name, kind, body["__module__"]
                yield each

    def _first_init(self, *args, **kwargs):
        """Of the first few instances; what they are not given rightly is for the compiled one to refuse."""
        cls = self.__class__
        values = dict(zip(cls.__match_args__, args, strict=False)) | kwargs
        rightly = len(values) == len(args) + len(kwargs)
        for each in cls.__own_fields__:
            if each.name not in values:
                values[each.name] = each.default if each.default_factory is MISSING else each.default_factory()
            rightly = rightly and values[each.name] is not MISSING
        if rightly and len(values) == len(cls.__own_fields__) and next(cls.__instances__) < _FEW:
            for name, value in values.items():
                object.__setattr__(self, name, value)
        else:
            cls.__init__ = _init(cls)
            cls.__init__(self, *args, **kwargs)

    def _init(cls):
        known, parameters, lines = {"MISSING": MISSING}, ["self"], []
        frozen, slots = cls.__setattr__ is _refuse, "__slots__" in cls.__dict__
        for each in cls.__own_fields__:
            name = value = each.name
            known[f"set_{name}"] = cls.__dict__[name].__set__ if slots else None
            known[f"default_{name}"] = each.default
            if each.default_factory is not MISSING:
                known[f"default_{name}"] = each.default_factory
                parameters.append(f"{name}=MISSING")
                value = f"default_{name}() if {name} is MISSING else {name}"
            else:
                parameters.append(name if each.default is MISSING else f"{name}=default_{name}")
            put = f"self.{name} = {value}" if not frozen else f"set_{name}(self, {value})"
            lines.append(put if slots or not frozen else f"self.__dict__[{name!r}] = {value}")
        body = "\n    ".join(lines or ["pass"])
        exec(f"def __init__({', '.join(parameters)}):\n    {body}", known)  # noqa: S102 - of names in our own source
        return known["__init__"]

    def _equal(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self is other or self.__compared__(self) == other.__compared__(other)

    def _hashed(self):
        return hash(self.__compared__(self))

    def _shown(self):
        shown = (f"{each.name}={getattr(self, each.name)!r}" for each in self.__own_fields__ if each.repr)
        return f"{self.__class__.__qualname__}({', '.join(shown)})"

    def _refuse(self, name, *_):
        raise AttributeError(f"cannot change {name!r}: {self.__class__.__qualname__} is frozen")

    class _Names:
        """What a module's names stand for, those too that it imports when they are asked for."""

        def __init__(self, module):
            self._module = sys.modules[module]

        def __getitem__(self, name):
            if hasattr(builtins, name):
                raise KeyError(name)
            try:
                return getattr(self._module, name)
            except AttributeError:
                raise KeyError(name) from None

    class _StandardFields:
        """The same fields as the standard library says them, for who asks there."""

        def __get__(self, _, owner):
            import dataclasses

            found = {}
            for each in owner.__own_fields__:
                defaults = {"default": each.default, "default_factory": each.default_factory}
                said = {name: default for name, default in defaults.items() if default is not MISSING}
                made = dataclasses.field(**said, repr=each.repr, compare=each.compare, metadata=each.metadata)
                made.name, made.type, made._field_type = each.name, _read(each), dataclasses._FIELD
                found[each.name] = made
            return found

    def _read(each):
        """The type, or how it is written, where that speaks of what only type checkers import."""
        try:
            return each.type
        except NameError:
            return each.written

    _METHODS = {"__init__": _first_init, "__eq__": _equal, "__repr__": _shown}
    _FROZEN = {"__hash__": _hashed, "__setattr__": _refuse, "__delattr__": _refuse}

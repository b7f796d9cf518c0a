"""Sixteen numbers as one value, for sums that stay in registers.

LLVM makes vectors of an innermost loop only, and then keeps sums over an outer loop in memory: the
sums over coordinates come out at a third of the speed. With these values a kernel says what is to
be a vector; a processor with shorter ones gets several for one.
"""

# numba hands more over than each of these functions needs.
# ruff: noqa: ARG001

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

__all__ = [
    "LANES",
    "any_at_most",
    "broadcast",
    "count_at_most",
    "list_at_most",
    "load",
    "minus_product",
    "no_less",
    "plus",
    "plus_negative",
    "plus_square",
    "store",
]

LANES = 16


class _Vector(types.Type):
    """The type of such a value in kernels, which it never leaves."""

    def __init__(self, number):
        self.number = number
        super().__init__(name=f"{number} x {LANES}")


@register_model(_Vector)
class _Model(models.PrimitiveModel):
    def __init__(self, manager, kind):
        number = manager.lookup(kind.number).get_value_type()
        super().__init__(manager, kind, ir.VectorType(number, LANES))


def _broadcast(builder, number):
    nothing = ir.Constant(ir.VectorType(number.type, LANES), ir.Undefined)
    first = builder.insert_element(nothing, number, ir.IntType(32)(0))
    everywhere = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, nothing, everywhere)


def _place(context, builder, kind, array, at):
    """Point to the numbers of an array from place `at` on."""
    data = context.make_array(kind)(context, builder, array).data
    number = context.get_value_type(kind.dtype)
    return builder.bitcast(builder.gep(data, [at]), ir.VectorType(number, LANES).as_pointer())


@intrinsic
def broadcast(typing, number):
    """Return a number in every lane."""

    def generate(context, builder, signature, arguments):
        return _broadcast(builder, arguments[0])

    return _Vector(number)(number), generate


@intrinsic
def load(typing, array, at):
    """Return the numbers of an array from place `at` on."""

    def generate(context, builder, signature, arguments):
        place = _place(context, builder, signature.args[0], *arguments)
        return builder.load(place, align=array.dtype.bitwidth // 8)

    return _Vector(array.dtype)(array, types.uint64), generate


@intrinsic
def store(typing, array, at, vector):
    """Write a vector into an array from place `at` on."""

    def generate(context, builder, signature, arguments):
        place = _place(context, builder, signature.args[0], *arguments[:2])
        builder.store(arguments[2], place, align=array.dtype.bitwidth // 8)

    return types.void(array, types.uint64, vector), generate


@intrinsic
def plus(typing, vector, other):
    """Return the sums, lane by lane."""

    def generate(context, builder, signature, arguments):
        return builder.fadd(*arguments)

    return vector(vector, vector), generate


@intrinsic
def plus_negative(typing, total, vector, number):
    """Return ``total + (vector - number)`` where that adds a negative number, else `total`."""

    def generate(context, builder, signature, arguments):
        total, vector, number = arguments
        gap = builder.fsub(vector, _broadcast(builder, number))
        zero = ir.Constant(gap.type, [0.0] * LANES)
        negative = builder.fcmp_ordered("<", gap, zero)
        return builder.fadd(total, builder.select(negative, gap, zero))

    return total(total, vector, vector.number), generate


@intrinsic
def no_less(typing, vector, number):
    """Return the numbers of a vector, and `number` for those that are less."""

    def generate(context, builder, signature, arguments):
        vector, number = arguments[0], _broadcast(builder, arguments[1])
        return builder.select(builder.fcmp_ordered(">", vector, number), vector, number)

    return vector(vector, vector.number), generate


@intrinsic
def plus_square(typing, total, vector, number):
    """Return ``total + (vector - number) ** 2``, each operation rounded.

    In single precision, which decides nothing by itself, the square need not be rounded.
    """
    flags = ["contract"] if vector.number == types.float32 else []

    def generate(context, builder, signature, arguments):
        total, vector, number = arguments
        gap = builder.fsub(vector, _broadcast(builder, number))
        return builder.fadd(total, builder.fmul(gap, gap, flags=flags), flags=flags)

    return total(total, vector, vector.number), generate


@intrinsic
def minus_product(typing, total, vector, number):
    """Return ``total - vector * number``; the product need not be rounded."""

    def generate(context, builder, signature, arguments):
        total, vector, number = arguments
        product = builder.fmul(vector, _broadcast(builder, number), flags=["contract"])
        return builder.fsub(total, product, flags=["contract"])

    return total(total, vector, vector.number), generate


def _at_most(builder, vector, number):
    """Tell where a vector is at most a number, by one bit for each lane."""
    inside = builder.fcmp_ordered("<=", vector, _broadcast(builder, number))
    return builder.bitcast(inside, ir.IntType(LANES))


def _count(builder, bits):
    return builder.zext(builder.ctpop(bits), ir.IntType(64))


@intrinsic
def any_at_most(typing, vector, number):
    """Tell whether one of the numbers is at most `number`; NaN is not."""

    def generate(context, builder, signature, arguments):
        bits = _at_most(builder, *arguments)
        return builder.icmp_unsigned("!=", bits, bits.type(0))

    return types.boolean(vector, vector.number), generate


@intrinsic
def count_at_most(typing, vector, number):
    """Count the numbers that are at most `number`; NaN is not."""

    def generate(context, builder, signature, arguments):
        return _count(builder, _at_most(builder, *arguments))

    return types.int64(vector, vector.number), generate


@intrinsic
def list_at_most(typing, array, at, first, vector, number):
    """Write ``first + lane`` for the lanes that are at most `number`; return how many they are.

    The array, of uint32, is written from place `at` on.
    """

    def generate(context, builder, signature, arguments):
        array, at, first, vector, number = arguments
        bits = _at_most(builder, vector, number)
        index = ir.VectorType(ir.IntType(32), LANES)
        mask = ir.VectorType(ir.IntType(1), LANES)
        lanes = ir.Constant(index, list(range(LANES)))
        places = builder.add(_broadcast(builder, builder.trunc(first, index.element)), lanes)
        data = context.make_array(signature.args[0])(context, builder, array).data
        target = builder.gep(data, [at])
        kind = ir.FunctionType(ir.VoidType(), [index, target.type, mask])
        name = f"llvm.masked.compressstore.v{LANES}i32"
        compress = cgutils.get_or_insert_function(builder.module, kind, name)
        builder.call(compress, [places, target, builder.bitcast(bits, mask)])
        return _count(builder, bits)

    return types.int64(array, types.uint64, types.uint64, vector, vector.number), generate

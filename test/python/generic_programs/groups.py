"""except*: exception groups are split, each clause takes its part, what is left goes on."""
import sys
import traceback


def show(error):
    """A group with all that is known of it, as text."""
    inner = [show(part) for part in error.exceptions] if isinstance(error, BaseExceptionGroup) else []
    return (type(error).__name__, str(error), inner, getattr(error, "__notes__", None), repr(error.__cause__),
            repr(error.__context__), [(frame.name, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)])


def group(*kinds):
    errors = []
    for kind in kinds:
        try:
            raise kind(kind.__name__)
        except Exception as error:
            errors.append(error)
    return ExceptionGroup("several", errors)


class Own(ExceptionGroup):
    def derive(self, exceptions):
        return Own("derived", exceptions)


class Odd(ExceptionGroup):
    def derive(self, exceptions):
        return "no group"


def program_each_clause_takes_its_part(log):
    for kinds in [(ValueError,), (ValueError, TypeError), (TypeError, KeyError), (OSError, ValueError, KeyError)]:
        try:
            try:
                raise group(*kinds)
            except* ValueError as error:
                log(("value", show(error), show(sys.exc_info()[1])))
            except* (TypeError, LookupError) as error:
                log(("others", show(error)))
            else:
                log("never")
            finally:
                log("finally")
        except ExceptionGroup as error:
            log(("left", show(error)))
        log(sys.exc_info())


def program_one_exception_alone(log):
    try:
        raise ValueError("alone")
    except* TypeError:
        log("never")
    except* ValueError as error:
        log(show(error))
    try:
        try:
            raise KeyError("passes")
        except* ValueError:
            log("never")
    except KeyError as error:
        log(show(error))
    try:
        try:
            raise KeyError("again")
        except* KeyError:
            raise
    except ExceptionGroup as error:
        log(show(error))
    try:
        try:
            raise KeyError("again")
        except* KeyError as error:
            raise OSError("new") from error
    except OSError as error:
        log(show(error))


def program_nothing_raised(log):
    try:
        log("body")
    except* ValueError:
        log("never")
    else:
        log("else")
    finally:
        log("finally")


def program_clauses_raise(log):
    try:
        try:
            raise group(ValueError, TypeError, KeyError, OSError)
        except* ValueError:
            raise
        except* TypeError as error:
            raise RuntimeError("instead")
        except* KeyError as error:
            raise error.exceptions[0]
    except ExceptionGroup as error:
        log(show(error))
        log([show(part) for part in error.exceptions])


def program_one_clause_raises(log):
    for kinds in [(ValueError,), (ValueError, TypeError)]:
        try:
            try:
                raise group(*kinds)
            except* ValueError as error:
                raise KeyError("alone") from error
            except* TypeError:
                pass
        except ExceptionGroup as error:
            log(show(error))


def program_nested_groups(log):
    inner = group(ValueError, TypeError)
    inner.add_note("inner note")
    try:
        try:
            raise Own("outer", [inner, KeyError(1), Own("deep", [ValueError(2), group(OSError, ValueError)])])
        except* ValueError as error:
            log(show(error))
            raise
        except* KeyError as error:
            log(show(error))
    except Own as error:
        error.add_note("outer note")
        log(show(error))
        try:
            try:
                raise error
            except* TypeError:
                pass
        except ExceptionGroup as rest:
            log(show(rest))


def program_derive_gives_no_group(log):
    try:
        try:
            raise Odd("odd", [ValueError(1), TypeError(2)])
        except* ValueError:
            log("never")
    except TypeError as error:
        log(str(error))


def program_what_cannot_be_caught(log):
    for expected in (1, (ValueError, 2), ExceptionGroup, (ValueError, BaseExceptionGroup)):
        try:
            try:
                raise group(ValueError)
            except* expected:
                log("never")
        except TypeError as error:
            log((str(error), repr(error.__context__)))


def program_a_name_is_unbound_behind(log):
    for kinds in [(ValueError,), (TypeError,)]:
        try:
            raise group(*kinds)
        except* ValueError as error:
            del error
        except* TypeError as error:
            log(error.exceptions)
        try:
            error
        except UnboundLocalError as missing:
            log(str(missing))


def program_loops_and_functions_inside(log):
    def deeper(kinds):
        try:
            raise group(*kinds)
        except* ValueError as error:
            for part in error.exceptions:
                if str(part) == "ValueError":
                    break
                log("never")
            log([str(part) for part in error.exceptions])
        return len(kinds)

    for kinds in [(ValueError,), (ValueError, OSError)]:
        try:
            log(deeper(kinds))
        except* OSError as error:
            log(show(error))


def program_leaving_the_body(log):
    def early(x):
        for i in range(3):
            try:
                if i == x:
                    continue
                if i > x:
                    return i
                raise group(KeyError)
            except* KeyError:
                log(i)
            finally:
                log("finally")
        return "end"

    log([early(0), early(1), early(7)])


def program_kept_after_an_error_of_the_clause_type(log):
    def fail():
        raise LookupError("in the type")

    try:
        try:
            raise group(ValueError, OSError)
        except* ValueError:
            log(repr(sys.exc_info()[1]))
        except* fail():
            log("never")
    except LookupError as error:
        log(show(error))
        log(repr(sys.exc_info()[1]))


def program_of_base_exceptions(log):
    try:
        try:
            raise BaseExceptionGroup("base", [KeyboardInterrupt(1), ValueError(2)])
        except* ValueError as error:
            log(show(error))
    except* KeyboardInterrupt as error:
        log(show(error))

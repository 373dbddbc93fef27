"""raise, try, except, else, finally in all their combinations."""


class Wrong(Exception):
    pass


def program_except_chain(log):
    for error in (KeyError("k"), ValueError("v"), Wrong("w")):
        try:
            raise error
        except KeyError:
            log("key")
        except (TypeError, ValueError) as caught:
            log(caught.args)
        except Exception:
            log("any")
        else:
            log("never")
        finally:
            log("finally")


def program_else(log):
    try:
        log("body")
    except Exception:
        log("never")
    else:
        log("else")
    finally:
        log("finally")


def program_else_is_not_covered(log):
    try:
        log("body")
    except ValueError:
        log("never")
    else:
        raise ValueError("from else")
    finally:
        log("finally")


def program_unhandled_goes_on(log):
    try:
        try:
            {}["missing"]
        except ValueError:
            log("never")
        finally:
            log("inner")
    except KeyError as error:
        log(repr(error))


def program_raise_from(log):
    try:
        try:
            raise KeyError("inner")
        except KeyError as error:
            raise Wrong("outer") from error
    except Wrong as error:
        log(repr(error.__cause__))
        raise RuntimeError("last") from None


def program_raise_class(log):
    raise Wrong


def program_bare_raise(log):
    try:
        raise Wrong("again")
    except Wrong:
        log("seen")
        raise


def program_bare_raise_of_the_outer(log):
    try:
        raise Wrong("outer")
    except Wrong:
        try:
            raise KeyError("inner")
        except KeyError:
            log("inner")
        raise


def program_name_is_deleted(log):
    error = "before"
    try:
        raise Wrong("x")
    except Wrong as error:
        log(repr(error))
    return error


def program_name_deleted_in_body(log):
    try:
        raise Wrong("x")
    except Wrong as error:
        del error
    return "ok"


def program_name_is_deleted_on_return(log):
    def inner():
        try:
            raise Wrong("x")
        except Wrong as error:
            return repr(error)

    return inner()


def program_return_in_finally_wins(log):
    try:
        raise Wrong("lost")
    finally:
        return "finally"


def program_return_runs_finally(log):
    for i in range(3):
        try:
            if i == 1:
                return i
            log(i)
        finally:
            log(f"finally {i}")


def program_break_and_continue_run_finally(log):
    for i in range(5):
        try:
            if i == 1:
                continue
            if i == 3:
                break
        finally:
            log(i)
    else:
        log("never")
    return i


def program_break_in_finally_swallows(log):
    while True:
        try:
            raise Wrong("lost")
        finally:
            break
    return "ok"


def program_finally_sees_assignments(log):
    x = 0
    try:
        x = 1
        1 / 0
    except ZeroDivisionError:
        x += 10
    finally:
        x += 100
    return x


def program_expression_raises_midway(log):
    items = []
    try:
        items.append(1), items.append(2), {}["x"], items.append(3)
    except KeyError:
        return items


def program_except_not_a_class(log):
    try:
        raise Wrong("x")
    except "nonsense":
        log("never")


def program_expression_of_except_evaluated_late(log):
    def kind(value):
        log("evaluated")
        return value

    try:
        log("fine")
    except kind(ValueError):
        log("never")
    try:
        raise KeyError("k")
    except kind(ValueError):
        log("never")
    except kind(KeyError):
        log("key")


def program_nested_functions_raise(log):
    def thrower(n):
        if n:
            return thrower(n - 1)
        raise Wrong("deep")

    try:
        thrower(3)
    except Wrong as error:
        return str(error)

"""The tests that Jupyter has for kernels.

Skipped by themselves: the pager and clear_output, for which Prolog has no goals.
"""

import jupyter_kernel_test as jkt
from cells import CELLS


class Kernel(jkt.KernelTests):
    kernel_name = "chesslog"
    language_name = "prolog"
    file_extension = ".pl"
    code_hello_world = CELLS["hello"]
    code_stderr = CELLS["stderr"]
    code_generate_error = CELLS["error"]
    code_execute_result = [{"code": CELLS["value"], "result": CELLS["shown"]}]
    code_display_data = [{"code": CELLS["picture"], "mime": "image/svg+xml"}]
    code_clear_output = CELLS["clear"]
    code_history_pattern = CELLS["values"]
    supported_history_operations = ("tail", "range", "search")
    completion_samples = [
        {"text": CELLS["prefix"], "matches": set(CELLS["completed"])},
        {"text": "zzzzzz", "matches": set()},
    ]
    complete_code_samples = CELLS["complete"]
    incomplete_code_samples = CELLS["incomplete"]
    invalid_code_samples = CELLS["invalid"]
    code_inspect_sample = CELLS["known"]


class Welcome(jkt.IopubWelcomeTests):
    kernel_name = "chesslog"
    support_iopub_welcome = True

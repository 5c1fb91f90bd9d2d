//! The files that tell Jupyter of the kernel.

"""Counts games, puzzles or runs for a job of chesslog on many processors or machines, with Dask.

Each shard is a task that runs `chesslog map`; parts are kept, and the result is that of `chesslog scale`, byte for byte.
Exit status: 0, all was counted; 1, something in the files was wrong and is told of; 2, there is no result.
"""
import argparse, ctypes, json, os, signal, subprocess, sys, tempfile, time
import cloudpickle, dask, distributed, fsspec
cloudpickle.register_pickle_by_value(sys.modules[__name__])  # So workers need not have this file.
dask.config.set({"distributed.scheduler.allowed-failures": 10})  # A shard is not to blame for workers that die.

def call(chesslog, *arguments, stdout=subprocess.PIPE, good=(0, 1)):
    """Runs chesslog; returns its exit status, what it printed and what it told. A status that is not good raises."""
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None
    # On Linux chesslog dies with the thread that started it (1 is PR_SET_PDEATHSIG): a dead worker leaves none behind.
    try:
        done = subprocess.run([chesslog, *arguments], stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE,
                              text=True, preexec_fn=libc and (lambda: libc.prctl(1, signal.SIGKILL)))
    except OSError as error:
        raise RuntimeError(f"{chesslog} cannot be run: {error.strerror}; expected a program's name or path") from None
    if done.returncode not in good:
        raise RuntimeError(done.stderr.strip().removeprefix("error: ") or f"{chesslog} ended with {done.returncode}")
    return done.returncode, done.stdout, done.stderr

def fetch(path, folder):
    """A file or folder for chesslog to read: what has a path is read where it is, what has an address is copied."""
    if "://" not in path:
        return path
    store, source = fsspec.url_to_fs(path)
    store.get(source, copy := f"{folder}/{os.path.basename(source)}", recursive=True)
    return copy

def map_shard(chesslog, job, shard, part):
    """On a worker: counts one shard. A job comes with its folder, where the files are that it names."""
    store, target = fsspec.url_to_fs(part)
    if "://" in part and store.exists(target):
        return 0, "done already", ""
    with tempfile.TemporaryDirectory(dir=distributed.get_worker().local_directory) as folder:
        job = os.path.join(fetch(os.path.dirname(job), folder), os.path.basename(job))
        here = f"{folder}/part" if "://" in part else part
        done = call(chesslog, "map", job, fetch(shard, folder), "--out", here)
        if here != part:
            store.put_file(here, half := f"{target}.{os.getpid()}.tmp")  # Nobody is to see half a part.
            store.mv(half, target)
    return done

def count(client, chesslog, job, folder, out):
    """Counts the shards of a folder with all workers; returns the exit status so far."""
    store, listed = fsspec.url_to_fs(f"{folder}/shards.json")
    try:
        shards, tasks, status = json.loads(store.cat_file(listed))["shards"], {}, 0
    except (OSError, ValueError, KeyError):
        raise RuntimeError(f"{listed} is not there, or damaged; expected what `chesslog shard` writes") from None
    fsspec.url_to_fs(out)[0].makedirs(fsspec.url_to_fs(f"{out}/parts")[1], exist_ok=True)
    for shard in shards:
        name = shard["file"]  # Of runs their numbers.
        part = f"{out}/parts/{name.removesuffix('.zst').rsplit('.', 1)[0]}.parquet"
        tasks[client.submit(map_shard, chesslog, job, name if shard["name"] == "runs" else f"{folder}/{name}", part,
                            key=f"{job} {shard['file']}", retries=3, pure=False)] = shard
    kept, failed, records, began, shown = 0, 0, 0, time.time(), time.time()
    for finished, task in enumerate(distributed.as_completed(tasks), 1):
        shard, error = tasks[task], task.exception()
        code, printed, told = (2, "", f"error: {shard['file']}: {error}\n") if error else task.result()
        again = "done already" in printed
        status, kept, failed = max(status, code), kept + again, failed + bool(error)
        records += 0 if again or error else shard["to"] - shard["from"] + 1
        sys.stderr.write(told)
        if time.time() - shown > 5 or finished == len(tasks):
            shown = time.time()
            print(f"{finished}/{len(tasks)} shards, {kept} of them done already, {failed} failed; "
                  f"{records / (shown - began):,.0f} records a second", file=sys.stderr, flush=True)
        if failed == finished == 10:
            raise RuntimeError("none of the first 10 shards could be counted; the others are left")
    return status

def cut(chesslog, files, records, folder):
    """Cuts files into shards, unless that is done; a note beside them, written last, says of what. Their folder."""
    sizes = [[os.path.basename(file), os.path.exists(file) and os.path.getsize(file)] for file in files]
    note, (store, target) = json.dumps({"files": sizes, "records": records}), fsspec.url_to_fs(folder)
    if not store.exists(f"{target}/cut.json"):
        with tempfile.TemporaryDirectory() as copy:
            here = copy if "://" in folder else folder
            if store.exists(f"{target}/shards.json"):  # Whoever cut was stopped before the note.
                store.rm(f"{target}/shards.json")
            sys.stderr.write(call(chesslog, "shard", *files, "--out", here, *records)[2])
            if here == copy:
                store.put(f"{copy}/", target, recursive=True)
        store.pipe_file(f"{target}/cut.json", note.encode())
    elif store.cat_file(f"{target}/cut.json").decode() != note:
        raise RuntimeError(f"{folder} has shards of other files, or of other sizes; these need another --out")
    return folder

def reduce(chesslog, shards, out):
    """Adds up the parts and prints the result; returns the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        result = f"{folder if '://' in out else out}/result.parquet"
        parts, listed = fetch(f"{out}/parts", folder), fetch(f"{shards}/shards.json", folder)
        status, _, told = call(chesslog, "reduce", parts, "--shards", listed, "--out", result, stdout=None)
        if "://" in out:
            fsspec.url_to_fs(out)[0].put(result, f"{out}/result.parquet")
    sys.stderr.write(told)
    return status

def start(given):
    """The workers; each runs one chesslog at a time."""
    if given.cluster == "local":
        deaf = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"  # Ctrl-C is for the driver.
        return distributed.LocalCluster(n_workers=given.workers, processes=True, threads_per_worker=1, host="127.0.0.1",
                                        dashboard_address=None, silence_logs="CRITICAL", preload=[deaf])
    if given.cluster == "ssh":  # Dask's scheduler is on the first host.
        options = {"nthreads": 1, "n_workers": given.workers or 1}
        return distributed.SSHCluster(given.hosts[:1] + given.hosts, worker_options=options)
    import dask_jobqueue
    queue = ["--partition=" + given.queue] if given.queue else []
    call("sbatch", "--test-only", "--wrap=true", *queue, good=[0])  # Dask would wait for workers for ever.
    return dask_jobqueue.SLURMCluster(given.workers or 1, cores=1, processes=1, memory="2GB", queue=given.queue)

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("job", metavar="JOB", help="what `chesslog job` made")
    add("files", metavar="FILE", nargs="+", help="games, tables, numbers of runs (1-100); or one folder of shards")
    add("--out", metavar="DIR", required=True, help="a folder that all workers see, or an address such as s3://...")
    add("--cluster", choices=["local", "ssh", "slurm"], default="local", help="where the workers are [%(default)s]")
    add("--workers", metavar="N", type=int, help="with ssh, on each host [1; local: one for each core]")
    add("--hosts", metavar="A,B", default="localhost", type=lambda text: text.split(","), help="with --cluster ssh")
    add("--queue", metavar="Q", help="the partition of --cluster slurm")
    add("--records", metavar="N", default=[], type=lambda n: ["--records", n], help="so many a shard [2000; 1 run]")
    add("--chesslog", metavar="PATH", default="chesslog", help="the program, on all machines [%(default)s]")
    given = parser.parse_args()
    if given.workers is not None and given.workers < 1:
        parser.error(f"--workers {given.workers}: expected 1 or more")
    job, out, first = (path.rstrip("/") if "://" in path else os.path.abspath(path)
                       for path in [given.job, given.out, given.files[0]])
    ready = len(given.files) == 1 and ("://" in first or os.path.isdir(first))
    try:
        shards = first if ready else cut(given.chesslog, given.files, given.records, f"{out}/shards")
        with start(given) as cluster, distributed.Client(cluster) as client:
            client.wait_for_workers(1)
            status = count(client, given.chesslog, job, shards, out)
        sys.exit(status if status == 2 else max(status, reduce(given.chesslog, shards, out)))
    except KeyboardInterrupt:
        print(f"stopped; what is in {out}/parts stays, and the same command goes on", file=sys.stderr)
        sys.exit(130)
    except Exception as error:  # Each way to reach files or machines has its own.
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)

if __name__ == "__main__":
    main()

"""`make bench`: run every benchmark and print its figures."""

from benchmarks import ply, startup

if __name__ == "__main__":
    startup.main()
    ply.main()

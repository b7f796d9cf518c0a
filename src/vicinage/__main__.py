"""``python -m vicinage``."""

from vicinage.cli.main import main

if __name__ == "__main__":
    main()

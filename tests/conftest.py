from hypothesis import settings

# The first call of a kernel compiles it, which no per-example deadline survives.
settings.register_profile("default", deadline=None)
settings.load_profile("default")

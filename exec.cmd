@rem Windows has no "exec", which the commands in package.json use so that signals reach them without a shell between.
@%*

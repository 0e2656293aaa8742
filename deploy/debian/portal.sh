#!/bin/sh
# The commands of an installed portal, with its settings and as its account.
set -eu
case ${1:-} in
  admin | backup | restore) command=$1 && shift ;;
  *) echo "portal admin|backup|restore ARGUMENTS   (portal admin --help lists them)" >&2 && exit 2 ;;
esac
[ "$(id -u)" = 0 ] || { echo "Run as root: only root may read /etc/portal/environment." >&2 && exit 1; }
export NODE_ENV=production PORTAL_DATA_DIR=/var/lib/portal BACKUP_DIR=/var/backups/portal
while IFS= read -r line || [ -n "$line" ]; do
  case $line in
    [A-Z]*=*) value=${line#*=} value=${value#[\"\']} value=${value%[\"\']} && export "${line%%=*}=$value" ;;
  esac
done </etc/portal/environment
# --help names the command by it.
export COMMAND_NAME="portal $command"
umask 077
# A file without a folder lies where the service may write.
cd /var/backups/portal
exec setpriv --reuid=portal --regid=portal --init-groups \
  /opt/portal/NODE "/opt/portal/scripts/$command.ts" "$@"

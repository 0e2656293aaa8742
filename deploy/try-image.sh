#!/usr/bin/env bash
# Carries out the steps of deploy/Dockerfile in clean Debian roots, where no container engine runs; then starts what the image
# would start, as the account that it would have, on the PostgreSQL of DATABASE_URL, and waits until it is ready.
#
#   DATABASE_URL=postgres://… deploy/try-image.sh FOLDER     (as root; needs debootstrap; FOLDER/base, the clean root, is kept)
#
# What the machine needs to reach its package registries goes in by TRY_PREPARE, a command that is given each new root.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=${1:?where to build}
port=${TRY_PORT:-18080}
[ ! -e "$folder/build" ] || { echo "$folder has been built in already; remove its build and final" >&2; exit 1; }
mkdir -p "$folder"
stage=""
workdir=/
user=root
declare -a env=() command=()

enter() { # as the image would: its environment and nothing of ours; takes this process over
  exec chroot --userspec="$user" "$folder/$stage" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    "${env[@]}" /bin/sh -ec "cd $workdir; $1"
}
in_root() { (enter "$1"); }

begin_stage() { # debian:13-slim is trixie without documents
  local suite
  case $1 in debian:13-slim) suite=trixie ;; *) echo "unknown base $1" >&2; exit 1 ;; esac
  stage=$2 workdir=/ user=root env=()
  echo "== stage $stage from $suite"
  if [ ! -e "$folder/base" ]; then
    debootstrap --variant=minbase "$suite" "$folder/base" >"$folder/debootstrap.log"
  fi
  cp -a "$folder/base" "$folder/$stage"
  ${TRY_PREPARE:-true} "$folder/$stage"
}

copy() { # COPY [--from=STAGE] SOURCE… TARGET
  local from=$here
  if [[ $1 == --from=* ]]; then from=$folder/${1#--from=}; shift; fi
  local target=${*: -1}
  [[ $target == /* ]] || target=$workdir/$target
  mkdir -p "$folder/$stage$target"
  if [ "$from" = "$here" ]; then
    # What .dockerignore names stays out, wherever its pattern begins with **/.
    tar -C "$here" --exclude-vcs $(sed 's#^\*\*/##; s#^#--exclude=#' "$here/.dockerignore") -cf - "${@:1:$#-1}" | tar -C "$folder/$stage$target" -xf -
  else
    cp -a "$from${1%/}/." "$folder/$stage$target/"
  fi
}

# One instruction a line: continued lines joined, comments gone.
while IFS= read -r line; do
  read -r word rest <<<"$line"
  echo "-- $line" | cut -c1-140
  case $word in
    FROM) read -r base _ name <<<"$rest"; begin_stage "$base" "${name:-final}" ;;
    RUN) in_root "$rest" ;;
    COPY) read -ra parts <<<"$rest"; copy "${parts[@]}" ;;
    WORKDIR) workdir=$rest; mkdir -p "$folder/$stage$workdir" ;;
    USER) user=$rest ;;
    ENV) read -ra env <<<"$rest" ;;
    CMD) mapfile -t command < <(tr -d '[]"' <<<"$rest" | sed 's/, /\n/g') ;;
    VOLUME | EXPOSE | HEALTHCHECK | STOPSIGNAL) ;;
    *) echo "unknown instruction $word" >&2; exit 1 ;;
  esac
done < <(sed -e '/^#/d' -e ':a' -e '/\\$/{N;s/\\\n//;ba' -e '}' "$here/deploy/Dockerfile" | sed '/^\s*$/d')

du -shx "$folder/final" | sed 's/^/== image: /'
env+=("HOST=127.0.0.1" "DATABASE_URL=${DATABASE_URL:?the database to start on}" "PORT=$port" "PORTAL_SECRET_KEY=${TRY_SECRET_KEY:-only for this try and for nothing else}")
(enter "exec ${command[*]}") &
server=$!
for _ in $(seq 150); do
  sleep 0.2
  if curl -fsS "http://127.0.0.1:$port/readyz" 2>/dev/null; then
    echo; echo "== ready; stopping it"
    curl -fsS -o /dev/null -w "== the page: %{http_code}, %{size_download} bytes\n" "http://127.0.0.1:$port/"
    kill -TERM "$server"; wait "$server" && echo "== ended with 0"
    exit 0
  fi
  kill -0 "$server" 2>/dev/null || { echo "== it ended before it was ready" >&2; exit 1; }
done
kill -TERM "$server"
echo "== not ready within 30 s" >&2
exit 1

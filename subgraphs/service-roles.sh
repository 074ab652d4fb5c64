#!/bin/sh
# Gives each service a role, a schema and its extensions in the database at ADMIN_DATABASE_URL, or in the container of
# docker-compose.yml. The passwords are in ID_DATABASE_PASSWORD, PATH_DATABASE_PASSWORD and so on; a service of your own
# has a role if it has a password. Repeating it is safe.
set -eu

sql() {
  psql "${ADMIN_DATABASE_URL:-postgres:///${POSTGRES_DB:?set ADMIN_DATABASE_URL}?user=$POSTGRES_USER}" \
    --no-psqlrc --quiet --set ON_ERROR_STOP=1 --single-transaction "$@"
}

give() {
  password=$(printf '%s' "$2" | sed "s/'/''/g")
  printf "call pg_temp.give_schema('%s', '%s');\n" "$1" "$password" |
    sql --file "$(dirname "$0")/../foundation/postgres/service-roles.sql" --file -
}

known='ID PATH SCROLL LEARN REALM GOVERNANCE MARKET GUILD'
others=$(env | sed -n 's/^\([A-Z]\{1,\}\)_DATABASE_PASSWORD=.*/\1/p' | grep -vxF "$(printf '%s\n' ADMIN PUBLIC $known)" || true)
for prefix in $known; do
  eval ": \"\${${prefix}_DATABASE_PASSWORD:?is missing}\""
done
for prefix in $known $others; do
  case $prefix in
    ID) service=identity ;;
    *) service=$(printf '%s' "$prefix" | tr '[:upper:]' '[:lower:]') ;;
  esac
  eval "give $service \"\$${prefix}_DATABASE_PASSWORD\""
done

sql <<'END'
set client_min_messages = warning;
create extension if not exists pg_trgm schema public;
create extension if not exists cube schema realm;
create extension if not exists btree_gist schema realm;
revoke create on schema public from public;
END

#!/bin/sh
# The role of the application, which may not change tables nor what is only added to: `migrate --grant` says what it may.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APPLICATION_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE gamelog_app LOGIN PASSWORD :'password';
SQL

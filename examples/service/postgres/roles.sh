#!/bin/sh
# Creates the two roles of a service on PostgreSQL, each with the password from its address: one owns the tables, the
# other can only use them. The postgres image runs this once, when it creates the database.
set -eu

# postgres://NAME:PASSWORD@HOST/DATABASE
password_of() {
  sed -n 's#^[^:]*://[^:]*:\([^@]*\)@.*$#\1#p' "${SECRETS:-/run/secrets}/postgres-$1"
}

psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname "$POSTGRES_DB" \
  --set owner_password="$(password_of owner)" --set service_password="$(password_of service)" <<'SQL'
CREATE ROLE driftline_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE driftline LOGIN PASSWORD :'service_password';
REVOKE ALL ON DATABASE :"DBNAME" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"DBNAME" TO driftline;
ALTER DATABASE :"DBNAME" OWNER TO driftline_owner;
SQL

/**
 * A setting of each connection that tells whether its settings reach the server. PostgreSQL knows no such parameter and
 * keeps it, as it does with any name that has a dot. Settings that it knows prove nothing: where a pooler drops them, an
 * administrator may have set the same values for the user or the database.
 */
export const mark = { name: "doorstep.settings", value: "kept" } as const

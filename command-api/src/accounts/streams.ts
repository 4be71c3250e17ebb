export const userStream = (id: string): string => `user-${id}`
export const credentialsStream = (id: string): string => `credentials-${id}`

/** Stream with the deletion of an account; it is kept after the user's data is erased. */
export const deletedStream = (id: string): string => `deleted-${id}`

/** Stream of the second factors of an account; the log keeps only its last event. */
export const secondFactorsStream = (id: string): string => `second-factors-${id}`

/**
 * The actor of commands that an operator sends from a shell on the machine of the server, in place of a user id. No account
 * has this id: ids of users are UUIDs.
 */
export const operatorId = 'operator'

/** The name of a deleted account in responses and messages of the server, which are English. */
export const deletedPersonName = 'Deleted participant'

/** Whether a name in a response or a message stands for a deleted account. Screens show it in their own language. */
export const isDeletedPerson = (name: string): boolean => name === deletedPersonName

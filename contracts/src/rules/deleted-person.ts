/** The name of a deleted account. */
export const deletedPersonName = 'Deleted participant'

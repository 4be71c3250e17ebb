/**
 * Stands for whoever acted in a backup file that nobody vouches for, where the id in the file may be that of somebody here. No user has
 * this id.
 */
export const importedPersonId = 'imported'

/** The name of whoever acted in such a file, in responses of the server, which are English. */
export const importedPersonName = 'Somebody elsewhere'

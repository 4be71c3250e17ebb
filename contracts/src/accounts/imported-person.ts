/**
 * Stands for the persons who acted in a backup file without a known signature, where an id in the file may be that of a person here. No user has
 * this id.
 */
export const importedPersonId = 'imported'

/** The name of the persons who acted in such a file, in responses of the server, which are English. */
export const importedPersonName = 'Somebody elsewhere'

/**
 * The name of somebody who takes part in the run of a backup file and never had an account here, in responses of the server, which are
 * English.
 */
export const elsewherePersonName = 'Participant elsewhere'

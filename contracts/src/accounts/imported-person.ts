/**
 * Stands for the persons who acted in a backup file without a known signature, where an id in the file may be that of a person here. No user has
 * this id.
 */
export const importedPersonId = 'imported'

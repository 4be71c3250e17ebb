// What a file has from which participants are imported, what becomes of its rows, and how long the invitations work.

/** Maximum size of a file with participants, in bytes. */
export const maxParticipantFileBytes = 1024 ** 2

/** Maximum number of participants in a file. */
export const maxParticipantRows = 2_000

/** Days during which the link in the invitation of an imported participant works. */
export const participantInvitationDays = 7

/** Content type of a file with participants. */
export const participantFileType = 'text/csv'

/** The columns of a file with participants that an import reads. */
export const participantColumns = ['fullName', 'email', 'username'] as const
export type ParticipantColumn = (typeof participantColumns)[number]

/**
 * What an import does with a row. `new`: creates an account and sends an invitation. `invite`: sends an invitation to an account of
 * an earlier import that has no password and no working link. `exists`: changes nothing. `error`: the row is left out.
 */
export const participantOutcomes = ['new', 'invite', 'exists', 'error'] as const
export type ParticipantOutcome = (typeof participantOutcomes)[number]

import { nameStreams } from '@thirty/command-api/accounts/names/name-streams.ts'

/** Names the streams of unique names in specs. */
export const testNames = nameStreams('a reservation key for the specs of commands')

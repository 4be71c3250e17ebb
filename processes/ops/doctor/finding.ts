// What the checks of the doctor find, and how a report shows it.

/** What one check has found, in a sentence. A warning is not a fault, but worth a look. */
export type Finding = {
  state: 'fine' | 'warning' | 'fault'
  message: string
  details?: readonly string[]
}

const signs: Readonly<Record<Finding['state'], string>> = { fine: '✓', warning: '!', fault: '✗' }
/** Details beyond these are in the JSON report only. */
const shownDetails = 10

/** Returns the lines of a report for a person. */
export const formatFinding = ({ state, message, details = [] }: Finding): string[] => [
  `${signs[state]} ${message}`,
  ...details.slice(0, shownDetails).map((detail) => `    ${detail}`),
  ...(details.length > shownDetails ? [`    and ${details.length - shownDetails} more`] : []),
]

/** Returns what a check finds, and a fault if it fails: `failure` says what could not be done. */
export const findingOf = (failure: string, check: () => Promise<Finding>): Promise<Finding> =>
  check().catch((error: unknown) => ({ state: 'fault', message: `${failure}: ${errorMessage(error)}.` }))

/** Returns the message of an error for a sentence in a report: without its full stop. */
export const errorMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')

/** What one check of the doctor has found, in a sentence. A warning is no fault, but worth a look. */
export type Finding = {
  check: 'configuration' | 'demo' | 'log' | 'read models' | 'images' | 'outbox' | 'disk' | 'proxy'
  state: 'fine' | 'warning' | 'fault'
  message: string
  details?: readonly string[]
}

const signs: Readonly<Record<Finding['state'], string>> = { fine: '✓', warning: '!', fault: '✗' }
/** Details beyond these are in the JSON report only. */
const shownDetails = 10

/** Returns the lines of a report for a person. */
export function formatFindings(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ state, message, details = [] }) => [
    `${signs[state]} ${message}`,
    ...details.slice(0, shownDetails).map((detail) => `    ${detail}`),
    ...(details.length > shownDetails ? [`    and ${details.length - shownDetails} more`] : []),
  ])
}

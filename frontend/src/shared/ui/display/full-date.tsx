import { formatFullDate } from '../../format/format-time.ts'

type FullDateProps = {
  /** In ms since 1970. */
  at: number
  /** That of the browser when missing. */
  timeZone?: string | undefined
}

/** The full date as the text of a tooltip. A component, so that lists of many dates format it only when it is shown. */
export const FullDate = ({ at, timeZone }: FullDateProps) => formatFullDate(at, timeZone)

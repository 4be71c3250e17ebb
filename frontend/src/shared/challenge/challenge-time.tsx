import type { ReactNode } from 'react'
import { formatFullDate } from '../format/format-time.ts'
import { FullText } from '../ui/controls/full-text.tsx'

type ChallengeTimeProps = {
  /** ISO time. */
  at: string
  timeZone: string
  children: ReactNode
}

/** A time in a sentence, with the full date as its tooltip. */
export const ChallengeTime = ({ at, timeZone, children }: ChallengeTimeProps) => (
  <FullText as="time" dateTime={at} text={formatFullDate(Date.parse(at), timeZone)}>
    {children}
  </FullText>
)

// A time in a sentence, with the full date as its tooltip.

import type { ReactNode } from 'react'
import { FullText } from '../ui/controls/full-text.tsx'
import { FullDate } from '../ui/display/full-date.tsx'

type ChallengeTimeProps = {
  /** ISO time. */
  at: string
  timeZone: string
  children: ReactNode
}

export const ChallengeTime = ({ at, timeZone, children }: ChallengeTimeProps) => (
  <FullText as="time" dateTime={at} text={<FullDate at={Date.parse(at)} timeZone={timeZone} />}>
    {children}
  </FullText>
)

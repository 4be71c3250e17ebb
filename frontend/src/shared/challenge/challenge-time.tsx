// The words in a sentence that name a time of the challenge, such as its end. The caller writes them; the tooltip is the full date in the
// time zone of the challenge. (`Time` in `ui/display` writes a time itself.)

import type { ReactNode } from 'react'
import { FullText } from '../ui/controls/tooltip.tsx'
import { FullDate } from '../ui/display/time.tsx'

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

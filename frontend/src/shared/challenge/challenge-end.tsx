// One sentence that says when the challenge ends, or that it has.

import type { ReactNode } from 'react'
import { formatChallengeEnd } from '../format/format-challenge-end.ts'
import { useServerNow } from '../ui/use-now.ts'
import { ChallengeTime } from './challenge-time.tsx'
import { t } from '../i18n/t.ts'

type ChallengeEndProps = {
  /** ISO time. */
  endsAt: string
  ended: boolean
  timeZone: string
  /** Says until when projects are accepted, rather than when the challenge ends. */
  forSubmissions?: boolean
}

export const ChallengeEnd = ({ endsAt, ended, timeZone, forSubmissions = false }: ChallengeEndProps) => {
  const now = useServerNow(60_000)
  const { when, until } = formatChallengeEnd(endsAt, timeZone, now)
  const time = (text: ReactNode) => (
    <ChallengeTime at={endsAt} timeZone={timeZone}>
      {text}
    </ChallengeTime>
  )
  if (ended) return t.rich('challenge.ended', { when, time })
  return forSubmissions
    ? t.rich('challenge.acceptedUntil', { until, time })
    : t.rich('challenge.ends', { when, time })
}

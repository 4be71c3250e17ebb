import type { OwnUser } from '@thirty/contracts/api/accounts/accounts.ts'
import { Link2, Mail, MapPin } from 'lucide-react'
import { useCurrentDay, useToday } from '../../shared/challenge/current-day.ts'
import { dayMarks, plannedDays } from '../../shared/challenge/day-marks.ts'
import { HeatStrip } from '../../shared/charts/days/heat-strip.tsx'
import { ThirtyBarsBackdrop } from '../../shared/charts/days/thirty-bars-backdrop.tsx'
import { useLoadState } from '../../shared/http/use-load-state.ts'
import { CertificateLink } from '../../shared/submissions/certificate-link.tsx'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { Stat } from '../../shared/ui/display/stat.tsx'
import { fetchOwnRow } from './api.ts'
import css from './identity-card.module.css'

/** How others see the user, with the address that only the user and admins see. */
export const IdentityCard = ({ user }: { user: OwnUser }) => (
  <Card as="section" padding="none" className={css.card} aria-labelledby="identity-name">
    <Cover />
    <div className={css.body}>
      <span className={css.avatar}>
        <Avatar id={user._id} name={user.fullName} image={user.profileImage} size={84} />
      </span>
      <div className={css.names}>
        <h2 id="identity-name">{user.fullName}</h2>
        {user.username !== null && <p>@{user.username}</p>}
      </div>
      {user.bio !== '' && <p className={css.bio}>{user.bio}</p>}
      <ul className={css.facts}>
        {user.location !== '' && (
          <li>
            <MapPin aria-hidden="true" />
            <span>{user.location}</span>
          </li>
        )}
        {user.website !== '' && (
          <li>
            <Link2 aria-hidden="true" />
            <a href={user.website} rel="noopener noreferrer nofollow" target="_blank">
              {user.website}
            </a>
          </li>
        )}
        <li>
          <Mail aria-hidden="true" />
          <span>{user.email}</span>
        </li>
      </ul>
      <Standing name={user.fullName} />
    </div>
  </Card>
)

/** The thirty days of the challenge, today in marigold. */
const Cover = () => {
  const { day, started, ended } = useCurrentDay()
  return (
    <div className={css.cover} data-field>
      <ThirtyBarsBackdrop days={plannedDays(started && !ended ? day : 0)} height={84} />
    </div>
  )
}

const Standing = ({ name }: { name: string }) => {
  const today = useToday()
  const row = useLoadState({ queryKey: ['own-row'], queryFn: fetchOwnRow, resyncs: true })
  const entry = row.state === 'ready' ? row.value : null
  const missing = row.state === 'failed'
  return (
    <div className={css.standing}>
      <div className={css.stats}>
        <Stat label="rank" value={entry?.rank ?? '–'} missing={missing} />
        <Stat label="projects" value={entry?.projectsSubmitted ?? '–'} missing={missing} />
        <Stat label="day streak" value={entry?.streak ?? '–'} missing={missing} />
      </div>
      <HeatStrip days={dayMarks(entry?.days ?? [], today)} size="l" personName={name} table={false} />
      <p className={css.days} aria-hidden="true">
        <span>Day 1</span>
        <span>Day 30</span>
      </p>
      {entry && <CertificateLink projects={entry.days} />}
    </div>
  )
}

import { RotateCcw } from 'lucide-react'
import layout from '../../shared/styles/layout.module.css'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { ChallengeCard } from './challenge-card.tsx'
import css from './settings-screen.module.css'

/** The screen on which admins start and end the challenge. */
export const SettingsScreen = () => (
  <div className={`${layout.admin} ${css.screen}`}>
    <header className={css.head}>
      <h1>Admin Challenge Controls</h1>
      <p>Start and end the challenge for everyone.</p>
    </header>
    <ChallengeCard />
    <ResetZone />
  </div>
)

/** Announces the reset, which does not exist yet, instead of showing a button without a function. */
const ResetZone = () => (
  <Card as="section" padding="large" className={css.danger}>
    <div>
      <h2>Reset Challenge Data</h2>
      <p>
        Deletes all projects and points and keeps user accounts. A backup is made first, so you can restore it
        from Version. Reset, backups and restore come with the next release.
      </p>
    </div>
    <Badge icon={<RotateCcw />}>Next release</Badge>
  </Card>
)

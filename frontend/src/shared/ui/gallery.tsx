import '../styles/index.css'
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import layout from '../styles/layout.module.css'
import type from '../styles/type.module.css'
import { FormParts } from './gallery-forms.tsx'
import { PictureParts } from './gallery-pictures.tsx'
import { StateParts } from './gallery-states.tsx'
import { Avatar, AvatarStack } from './avatar.tsx'
import { Badge, Chip, StatusBadge, YouBadge } from './badge.tsx'
import { Button } from './button.tsx'
import { ButtonLink } from './button-link.tsx'
import { GitHubSign, GoogleSign } from './brand-signs.tsx'
import { ConnectionPill } from './connection-pill.tsx'
import { CriteriaBar } from './criteria-bar.tsx'
import { DayBadge, Plate } from './day-badge.tsx'
import { Difficulty } from './difficulty.tsx'
import { Logo } from './mark.tsx'
import { QualityBar } from './quality-bar.tsx'
import { RankChange } from './rank-change.tsx'
import { SlashProgress } from './slash-progress.tsx'
import { StarsShown } from './stars-shown.tsx'
import { Streak } from './streak.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import css from './gallery.module.css'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.part}>
    <h2>{title}</h2>
    {children}
  </section>
)

const people = [
  'Kenji Watanabe',
  'Amara Okafor',
  'Rafael Souza',
  'Leila Haddad',
  'Jonas Lindqvist',
  'Tomasz Zieliński',
]
const started = Date.now()

const Buttons = () => (
  <div className={css.line}>
    <Button kind="primary">Submit Project</Button>
    <Button kind="primary" busy busyText="Submitting...">
      Submit Project
    </Button>
    <Button kind="primary" disabled reason="Rate code to submit">
      Submit Rating
    </Button>
    <ButtonLink to="/" kind="today" size="large">
      Submit Day 19
    </ButtonLink>
    <Button>Cancel</Button>
    <Button kind="quiet">Clear All</Button>
    <Button kind="danger">Yes, Restore Now</Button>
    <Button kind="danger-outline">Reject</Button>
    <Button kind="approve">Approve</Button>
    <Button kind="approve-outline">Approve</Button>
    <Button icon={<GitHubSign />}>GitHub</Button>
    <Button icon={<GoogleSign />} size="small">
      Google
    </Button>
  </div>
)

const Marks = () => (
  <div className={css.stack}>
    <div className={css.line}>
      {['submitted', 'approved', 'rejected', 'active', 'inactive', 'odd'].map((status) => (
        <StatusBadge key={status} status={status} />
      ))}
      <Badge tone="info">Info</Badge>
      <YouBadge />
      <Chip>TypeScript</Chip>
    </div>
    <div className={css.line}>
      <DayBadge day={12} />
      <DayBadge day={19} today />
      <DayBadge day={19} today of={30} />
      <DayBadge day={18} short tone="primary" />
      <Plate size="large" tone="today">
        Day 19
      </Plate>
      <Difficulty level={1} />
      <Difficulty level={2} />
      <Difficulty level="Advanced" />
    </div>
    <div className={css.line}>
      <ConnectionPill
        connection={{ state: 'live', updatedAt: started, busy: true }}
        onTogglePause={() => undefined}
      />
      <ConnectionPill connection={{ state: 'behind', since: started }} />
      <ConnectionPill connection={{ state: 'reconnecting', retryAt: started + 8000 }} />
      <ConnectionPill connection={{ state: 'offline', since: started }} onRetry={() => undefined} />
      <ConnectionPill connection={{ state: 'failed' }} onRetry={() => undefined} />
    </div>
    <div className={css.line}>
      {people.map((name) => (
        <Avatar key={name} id={name} name={name} size={44} />
      ))}
      <AvatarStack people={people.map((name) => ({ id: name, name }))} />
      <StarsShown value={4.6} />
      <StarsShown value={3.2} count={5} />
    </div>
    <div className={css.line}>
      {[95, 82, 66, 41].map((value) => (
        <QualityBar key={value} value={value} />
      ))}
      <Streak days={16} />
      <Streak days={3} />
      <RankChange change={3} />
      <RankChange change={-2} />
      <RankChange change={0} />
    </div>
    <CriteriaBar label="Functionality" value={4.7} />
    <SlashProgress
      total={30}
      done={18}
      highlight={19}
      label="Challenge"
      valueText="Day 19 of 30"
      height={28}
    />
    <SlashProgress total={20} done={12.4} label="Upload" valueText="62 percent" />
  </div>
)

const Words = () => (
  <div className={css.stack}>
    <p className={type.display}>Thirty days.</p>
    <p className={type.display2}>Display 64</p>
    <p className={type.title}>Page title 38</p>
    <p className={type.section}>Section 24</p>
    <p className={type.cardTitle}>Card title 18</p>
    <p className={type.lead}>Lead 17. Ship a small project every day and watch the leaderboard move.</p>
    <p>
      <span className={type.number}>1,732</span> <span className={type.score}>1 2 3 4.4</span> Body 15
    </p>
  </div>
)

const Gallery = () => (
  <main className={`${layout.page} ${css.gallery}`}>
    <div className={css.line}>
      <h1>Components</h1>
      <Logo />
      <ThemeSwitch />
    </div>
    <Part title="Button">
      <Buttons />
    </Part>
    <FormParts Part={Part} />
    <Part title="Badges, pills, figures">
      <Marks />
    </Part>
    <StateParts Part={Part} />
    <PictureParts Part={Part} />
    <Part title="Words">
      <Words />
    </Part>
  </main>
)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <MemoryRouter>
        <Gallery />
      </MemoryRouter>
    </StrictMode>,
  )

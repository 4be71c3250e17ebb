import '../../src/shared/styles/index.css'
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import layout from '../../src/shared/styles/layout.module.css'
import type from '../../src/shared/styles/type.module.css'
import { FormGallery } from './form-gallery.tsx'
import { ChartGallery } from './chart-gallery.tsx'
import { StateGallery } from './state-gallery.tsx'
import { Avatar, AvatarStack } from '../../src/shared/ui/avatar/avatar.tsx'
import { Badge, Chip, StatusBadge, YouBadge } from '../../src/shared/ui/display/badge.tsx'
import { Button } from '../../src/shared/ui/controls/button.tsx'
import { ButtonLink } from '../../src/shared/ui/controls/button-link.tsx'
import { GitHubIcon, GoogleIcon } from '../../src/shared/ui/brand/brand-icons.tsx'
import { ConnectionPill } from '../../src/shared/ui/feedback/connection-pill.tsx'
import { CriteriaBar } from '../../src/shared/ui/rating/criteria-bar.tsx'
import { DayBadge, SlantedBadge } from '../../src/shared/ui/display/day-badge.tsx'
import { Difficulty } from '../../src/shared/ui/display/difficulty.tsx'
import { Logo } from '../../src/shared/ui/brand/brand-mark.tsx'
import { QualityBar } from '../../src/shared/ui/rating/quality-bar.tsx'
import { RankChange } from '../../src/shared/ui/display/rank-change.tsx'
import { SlashProgress } from '../../src/shared/ui/progress/slash-progress.tsx'
import { StarRating } from '../../src/shared/ui/rating/star-rating.tsx'
import { Streak } from '../../src/shared/ui/display/streak.tsx'
import { ThemeSwitch } from '../../src/shared/ui/controls/theme-switch.tsx'
import css from './gallery.module.css'

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
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
const now = Date.now()

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
    <Button icon={<GitHubIcon />}>GitHub</Button>
    <Button icon={<GoogleIcon />} size="small">
      Google
    </Button>
  </div>
)

const Badges = () => (
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
      <SlantedBadge size="large" tone="today">
        Day 19
      </SlantedBadge>
      <Difficulty level={1} />
      <Difficulty level={2} />
      <Difficulty level="Advanced" />
    </div>
    <div className={css.line}>
      <ConnectionPill
        connection={{ state: 'live', updatedAt: now, busy: true }}
        onTogglePause={() => undefined}
      />
      <ConnectionPill connection={{ state: 'behind', since: now }} />
      <ConnectionPill connection={{ state: 'reconnecting', retryAt: now + 8000 }} />
      <ConnectionPill connection={{ state: 'offline', since: now }} onRetry={() => undefined} />
      <ConnectionPill connection={{ state: 'failed' }} onRetry={() => undefined} />
    </div>
    <div className={css.line}>
      {people.map((name) => (
        <Avatar key={name} id={name} name={name} size={44} />
      ))}
      <AvatarStack people={people.map((name) => ({ id: name, name }))} />
      <StarRating value={4.6} />
      <StarRating value={3.2} count={5} />
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

const TextStyles = () => (
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
    <Section title="Button">
      <Buttons />
    </Section>
    <FormGallery Section={Section} />
    <Section title="Badges, pills, numbers">
      <Badges />
    </Section>
    <StateGallery Section={Section} />
    <ChartGallery Section={Section} />
    <Section title="Text styles">
      <TextStyles />
    </Section>
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

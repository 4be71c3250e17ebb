import { useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { AlertDialog } from '../../src/shared/ui/dialog/alert-dialog.tsx'
import { Avatar } from '../../src/shared/ui/avatar/avatar.tsx'
import { Banner } from '../../src/shared/ui/feedback/banner.tsx'
import { Button } from '../../src/shared/ui/controls/button.tsx'
import { Card, CardTitle } from '../../src/shared/ui/display/card.tsx'
import { Dialog } from '../../src/shared/ui/dialog/dialog.tsx'
import { EmptyState, ErrorState, NoMatches } from '../../src/shared/ui/feedback/states.tsx'
import { PendingChangesBar } from '../../src/shared/ui/feedback/pending-changes-bar.tsx'
import { PageLoader } from '../../src/shared/ui/feedback/page-loader.tsx'
import { Screenshot } from '../../src/shared/ui/display/screenshot.tsx'
import {
  SkeletonBoard,
  SkeletonCards,
  SkeletonForm,
  SkeletonRows,
} from '../../src/shared/ui/feedback/skeleton.tsx'
import { Stat, StatCard } from '../../src/shared/ui/display/stat.tsx'
import { Time } from '../../src/shared/ui/display/time.tsx'
import { Toasts } from '../../src/shared/ui/feedback/toast.tsx'
import { toast } from '../../src/shared/ui/feedback/toast-store.ts'
import { useRankFlip } from '../../src/shared/ui/motion/use-rank-flip.ts'
import css from './gallery.module.css'

type GalleryProps = { Section: ComponentType<{ title: string; children: ReactNode }> }

const fourMinutesAgo = Date.now() - 240_000
const noop = () => undefined

const RankedRows = () => {
  const [order, setOrder] = useState(['Sofia', 'Tomasz', 'Jonas', 'Mei-Ling', 'Maya'])
  const list = useRankFlip({ order })
  const moveFourthUp = () =>
    setOrder((previous) => [...previous.slice(3, 4), ...previous.slice(0, 3), ...previous.slice(4)])
  return (
    <div className={css.stack}>
      <div ref={list} className={css.rows}>
        {order.map((name) => (
          <div key={name} data-flip-id={name} className={css.row}>
            <Avatar id={name} name={name} /> {name}
          </div>
        ))}
      </div>
      <Button onClick={moveFourthUp}>Move the fourth row up</Button>
    </div>
  )
}

const Dialogs = () => {
  const [open, setOpen] = useState<'' | 'logout' | 'restore' | 'sheet'>('')
  const close = () => setOpen('')
  return (
    <div className={css.line}>
      <Button onClick={() => setOpen('logout')}>Log out</Button>
      <Button onClick={() => setOpen('restore')}>Restore</Button>
      <Button onClick={() => setOpen('sheet')}>More</Button>
      <Button
        onClick={() =>
          toast({ kind: 'success', text: 'Pick one approved', action: { label: 'View', onPress: noop } })
        }
      >
        Toast
      </Button>
      <Button onClick={() => toast({ kind: 'error', text: 'Failed to reject submission' })}>
        Error toast
      </Button>
      <AlertDialog
        open={open === 'logout'}
        onOpenChange={close}
        title="Log out?"
        description="Are you sure you want to logout?"
        confirmLabel="Logout"
        onConfirm={close}
      />
      <AlertDialog
        open={open === 'restore'}
        onOpenChange={close}
        kind="danger"
        isDismissible={false}
        title="Confirm Restore"
        description="The board is restored to this point."
        confirmLabel="Yes, Restore Now"
        onConfirm={close}
      />
      <Dialog open={open === 'sheet'} onOpenChange={close} title="More" placement="sheet">
        <p>My projects, Community, Resources</p>
      </Dialog>
      <Toasts />
    </div>
  )
}

const States = () => (
  <div className={css.columns}>
    <SkeletonRows />
    <Card>
      <EmptyState title="No projects yet" action={<Button kind="primary">Submit Your First Project</Button>}>
        Start with today's brief.
      </EmptyState>
    </Card>
    <Card>
      <NoMatches title="No project matches" onClear={noop} />
    </Card>
    <Card>
      <ErrorState title="Failed to fetch projects" onRetry={noop}>
        The server did not answer. Check your connection and try again.
      </ErrorState>
    </Card>
    <div className={css.stack}>
      <Banner kind="warning">Some statistics failed to load. Try refreshing the page.</Banner>
      <Banner kind="success" action={<Button size="small">View Backup</Button>}>
        Challenge reset successfully! Backup created.
      </Banner>
      <Banner kind="info">You are offline. Standings are from 14:02 and will catch up by themselves.</Banner>
      <Banner kind="danger" title="Login failed.">
        Check your email or username and password.
      </Banner>
      <PendingChangesBar onPress={noop}>2 new submissions, show them</PendingChangesBar>
    </div>
    <div className={css.stack}>
      <StatCard
        label="Total projects"
        value={164_380}
        context="71 today"
        history={[40, 52, 61, 70, 68, 71]}
      />
      <StatCard label="Active users" value={0} missing />
      <Card>
        <CardTitle end={<Time at={fourMinutesAgo} />}>Latest feedback</CardTitle>
        <Screenshot projectName="Lo-fi player" />
      </Card>
    </div>
    <SkeletonForm />
    <PageLoader />
  </div>
)

export const StateGallery = ({ Section }: GalleryProps) => (
  <>
    <Section title="States">
      <States />
      <SkeletonCards />
      <div data-field>
        <SkeletonBoard />
        <Stat label="Your Rank" value={9} unit="of 128" context="24 points behind 8" />
      </div>
    </Section>
    <Section title="Dialogs and toasts">
      <Dialogs />
    </Section>
    <Section title="Rank change">
      <RankedRows />
    </Section>
  </>
)

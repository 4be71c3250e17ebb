import { useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { Globe, User } from 'lucide-react'
import { Checkbox } from '../../src/shared/ui/forms/checkbox.tsx'
import { ChipsInput } from '../../src/shared/ui/forms/chips-input.tsx'
import { DaySelect } from '../../src/shared/ui/select/day-select.tsx'
import { Field } from '../../src/shared/ui/forms/field.tsx'
import { FileDrop } from '../../src/shared/ui/forms/file-drop.tsx'
import { FilterGroup } from '../../src/shared/ui/controls/filter-group.tsx'
import { PasswordField } from '../../src/shared/ui/forms/password-field.tsx'
import { PasswordHints } from '../../src/shared/ui/forms/password-hints.tsx'
import { SearchField } from '../../src/shared/ui/forms/search-field.tsx'
import { Select } from '../../src/shared/ui/select/select.tsx'
import { SortGroup } from '../../src/shared/ui/controls/sort-group.tsx'
import { StarInput } from '../../src/shared/ui/rating/star-input.tsx'
import { Switch } from '../../src/shared/ui/forms/switch.tsx'
import { TabPanel, Tabs } from '../../src/shared/ui/controls/tabs.tsx'
import { TextArea } from '../../src/shared/ui/forms/text-area.tsx'
import css from './gallery.module.css'

type GalleryProps = { Section: ComponentType<{ title: string; children: ReactNode }> }

const titles = [
  'Music player',
  'Pomodoro timer',
  'Realtime poll',
  'Sortable data table',
  'Currency converter',
]
const days = titles.map((title, index) => ({
  day: index + 17,
  title,
  submitted: index < 2,
  closed: index > 3,
}))
const noop = () => undefined

const TextFields = () => (
  <div className={css.stack}>
    <Field label="Email or username" icon={<User />} defaultValue="maya@example.com" />
    <Field label="Live link" icon={<Globe />} hint="Opens in a new window" placeholder="https://" optional />
    <PasswordField error="Password is required" />
    <PasswordHints value="abc1" />
    <Field label="Email" defaultValue="maya@example.com" readOnlyReason="Read only" />
    <TextArea label="Description" counter maxLength={5000} />
  </div>
)

const OtherFields = () => {
  const [day, setDay] = useState(19)
  const [language, setLanguage] = useState('all')
  const [languages, setLanguages] = useState('TypeScript, CSS')
  const [search, setSearch] = useState('')
  const [stars, setStars] = useState(4)
  return (
    <div className={css.stack}>
      <DaySelect value={day} onValueChange={setDay} days={days} today={19} name="day" />
      <Select
        label="Language"
        value={language}
        onValueChange={setLanguage}
        options={[
          { value: 'all', label: 'All Languages' },
          { value: 'css', label: 'CSS' },
        ]}
      />
      <ChipsInput label="Languages" name="languages" value={languages} onValueChange={setLanguages} />
      <SearchField label="Find a participant" value={search} onValueChange={setSearch} shortcut="/" />
      <span className={css.line}>
        <Checkbox label="Done" defaultChecked />
        <Checkbox label="To do" />
        <Switch label="On" defaultChecked />
        <Switch label="Off" />
      </span>
      <StarInput label="Functionality" value={stars} onValueChange={setStars} />
    </div>
  )
}

const FileDrops = () => (
  <div className={css.stack}>
    <FileDrop label="Screenshot" state={{ kind: 'empty' }} onFile={noop} />
    <FileDrop
      label="Uploading"
      state={{ kind: 'uploading', name: 'pulse.png', bytes: 812_000, progress: 0.62 }}
      onFile={noop}
    />
    <FileDrop
      label="Ready"
      state={{ kind: 'ready', name: 'pulse.png', bytes: 812_000 }}
      onFile={noop}
      onRemove={noop}
    />
    <FileDrop
      label="Refused"
      state={{ kind: 'empty' }}
      error="File size exceeds 2MB limit. Please choose a smaller image."
      onFile={noop}
    />
  </div>
)

const Groups = () => {
  const [tab, setTab] = useState<'today' | 'past' | 'stats'>('today')
  const [sort, setSort] = useState({ value: 'points', order: 'desc' as 'asc' | 'desc' })
  const [filter, setFilter] = useState('all')
  return (
    <div className={css.stack}>
      <Tabs
        label="Daily challenge"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'today', label: "Today's Challenge" },
          { value: 'past', label: 'Past Challenges', count: 18 },
          { value: 'stats', label: 'Your Stats' },
        ]}
      >
        <TabPanel value={tab}>Panel of {tab}</TabPanel>
      </Tabs>
      <SortGroup
        label="Sort"
        value={sort.value}
        order={sort.order}
        onChange={(value, order) => setSort({ value, order })}
        options={[
          { value: 'points', label: 'Total Points' },
          { value: 'projects', label: 'Projects' },
          { value: 'quality', label: 'Quality' },
          { value: 'streak', label: 'Streak' },
        ]}
      />
      <FilterGroup
        label="Status"
        value={filter}
        onValueChange={setFilter}
        options={[
          { value: 'all', label: 'All', count: 2041 },
          { value: 'pending', label: 'Pending', count: 53 },
          { value: 'approved', label: 'Approved', count: 1929 },
        ]}
      />
    </div>
  )
}

export const FormGallery = ({ Section }: GalleryProps) => (
  <>
    <Section title="Fields">
      <div className={css.columns}>
        <TextFields />
        <OtherFields />
        <FileDrops />
      </div>
    </Section>
    <Section title="Tabs, sort, filter">
      <Groups />
    </Section>
  </>
)

// @vitest-environment happy-dom
import { useState } from 'react'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FilterGroup, SortGroup } from './segments.tsx'
import { TabPanel, Tabs } from './tabs.tsx'

const SortGroupExample = () => {
  const [query, setQuery] = useState<{ sort: 'points' | 'streak'; order: 'asc' | 'desc' }>({
    sort: 'points',
    order: 'desc',
  })
  return (
    <SortGroup
      label="Sort"
      {...query}
      onChange={setQuery}
      labels={{ points: 'Total Points', streak: 'Streak' }}
    />
  )
}

test('sorts a column ascending first, and reverses the order when it is pressed again', async () => {
  render(<SortGroupExample />)
  const announcement = screen.getByRole('status')
  expect(announcement.textContent).toBe('sorted by total points, descending')
  await userEvent.click(screen.getByRole('button', { name: /Streak/ }))
  expect(announcement.textContent).toBe('sorted by streak, ascending')
  await userEvent.click(screen.getByRole('button', { name: /Points/ }))
  expect(announcement.textContent).toBe('sorted by total points, ascending')
  await userEvent.click(screen.getByRole('button', { name: /Points/ }))
  expect(announcement.textContent).toBe('sorted by total points, descending')
  expect(screen.getByRole('button', { name: /Points/ }).getAttribute('aria-pressed')).toBe('true')
})

const FilterGroupExample = () => {
  const [value, setValue] = useState<'all' | 'pending'>('all')
  return (
    <FilterGroup
      label="Status"
      value={value}
      onValueChange={setValue}
      options={[
        { value: 'all', label: 'All', count: 2041 },
        { value: 'pending', label: 'Pending', count: 53 },
      ]}
    />
  )
}

test('a filter shows the number of its entries', async () => {
  render(<FilterGroupExample />)
  expect(screen.getByRole('button', { name: 'All 2,041' }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Pending 53' }))
  expect(screen.getByRole('button', { name: 'Pending 53' }).getAttribute('aria-pressed')).toBe('true')
})

const TabsExample = () => {
  const [tab, setTab] = useState<'today' | 'past'>('today')
  return (
    <Tabs
      label="Daily challenge"
      value={tab}
      onValueChange={setTab}
      tabs={[
        { value: 'today', label: "Today's Challenge" },
        { value: 'past', label: 'Past Challenges', count: 18 },
      ]}
    >
      <TabPanel value="today">Realtime poll</TabPanel>
      <TabPanel value="past">Music player</TabPanel>
    </Tabs>
  )
}

test('arrow keys move between tabs and show their panel', async () => {
  render(<TabsExample />)
  await userEvent.click(screen.getByRole('tab', { name: "Today's Challenge" }))
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tabpanel').textContent).toBe('Music player')
})

import { challengeBriefs } from '@thirty/contracts/challenge-briefs.ts'
import { seededRandom, pick } from './seeded-random.ts'

/** The name and the description of a project. */
type Idea = readonly [name: string, description: string]

/** Ideas for the first twenty days. */
const ideas: readonly (readonly Idea[])[] = [
  [
    [
      'Hello, I am',
      'One card with a photo, three facts and a button that copies my address. Flips over for the small print.',
    ],
    ['Business card 2.0', 'A profile card that prints on real card stock and still looks right on a phone.'],
    [
      'Me in a box',
      'A card built with one grid and no breakpoints; it finds its own shape between 280 and 900 pixels.',
    ],
  ],
  [
    [
      'Fair share',
      'Splits the bill by what everybody had, rounds to full coins and says who pays the odd cent.',
    ],
    ['Tipsy', 'A tip calculator that works with one thumb. The slider clicks at the usual shares.'],
    [
      'Round up',
      'Shows what each person pays at three different tips side by side, so nobody has to do sums at the table.',
    ],
  ],
  [
    [
      'Swatch',
      'Five colours with enough contrast between them, locked by the space bar, copied with a click.',
    ],
    [
      'Dusk to dawn',
      'Palettes taken along one line through a perceptual colour space, so they always go together.',
    ],
    [
      'Paint by letter',
      'Type a word and get the palette that belongs to it. The same word always gives the same colours.',
    ],
  ],
  [
    ['Measure twice', 'Converts as you type, in both directions, and shows the formula it used.'],
    ['Cups and grams', 'A kitchen converter that knows that a cup of flour is not a cup of sugar.'],
    ['Metric please', 'Lengths, weights and temperatures with the units that people really say out loud.'],
  ],
  [
    ['Until summer', 'Counts down to the holidays in days, and switches to seconds for the last hour.'],
    ['T minus', 'Several countdowns on one page. Time zones are handled, and the address can be shared.'],
    ['Launch clock', 'A countdown with large figures that stay still while only the changed digit moves.'],
  ],
  [
    ['Tick', 'A list that works with the keyboard alone. Everything that was removed can be brought back.'],
    ['Today only', 'Tasks that are not done by midnight ask whether they still matter.'],
    [
      'Paper list',
      'Looks like a sheet of paper and keeps its state in the browser, with export as plain text.',
    ],
  ],
  [
    [
      'Contact sheet',
      'A gallery in rows of equal height, with a large view that takes arrow keys and swipes.',
    ],
    ['Light table', 'Loads pictures when they come into view and keeps their place so that nothing jumps.'],
    ['Twelve frames', 'A dozen photographs of my street, one for every month.'],
  ],
  [
    [
      'Ask me',
      'Questions that open and close with plain details elements, and a search that marks what it found.',
    ],
    ['Lost and found', 'A help page for a small library, with answers that can be linked to one by one.'],
    ['Short answers', 'Every answer fits into three lines. Longer ones say where to read on.'],
  ],
  [
    ['Ten to go', 'Ten questions, fifteen seconds each, and an honest page of results with what was right.'],
    ['Pub night', 'A quiz for a table of friends who share one phone and hand it round.'],
    ['Flag day', 'Guess the country from its flag. Wrong answers come back until they are right.'],
  ],
  [
    ['Bring a coat', 'Says what to wear before it says the degrees. Hourly bars for the rest of the day.'],
    ['Isobar', 'The next five days as one line, with rain as dots beneath it.'],
    ['Outside', 'A weather board for the hallway: large type, high contrast, refreshes by itself.'],
  ],
  [
    ['Where did it go', 'Type "12 lunch" and it is filed. The month is a bar that fills up.'],
    ['Small change', 'Expenses by category with a limit for each, kept in the browser and exported as CSV.'],
    ['Ledger', 'Double-entry book-keeping in two hundred lines, with a balance that always adds up.'],
  ],
  [
    ['Left and right', 'Markdown on the left, the page on the right, and both scroll together.'],
    ['Inkwell', 'Notes with links between them and a list of what links here.'],
    ['Plain notes', 'Saves as you type, works without a network and never asks you to log in.'],
  ],
  [
    ['What is in the fridge', 'Pick what you have and see what is missing, sorted by how little that is.'],
    ['One pot', 'Recipes that need one pot and half an hour. Steps stay on screen while you cook.'],
    ['Taste buds', 'Search by ingredient with a page per recipe that can be printed on one sheet.'],
  ],
  [
    ['Three columns', 'Cards move by mouse, by touch and by keyboard, and every move can be undone.'],
    ['Tally', 'A board with limits on the columns; it tells you what is stuck, and for how long.'],
    ['Sticky', 'A kanban board that keeps two open tabs in step through the browser itself.'],
  ],
  [
    [
      'Home row',
      'One minute of typing with the figures that matter: speed, accuracy and the letters that slow you down.',
    ],
    ['Keystroke', 'Texts from old books. Mistakes are shown as you make them and never block you.'],
    ['Fast fingers', 'A typing test that draws your speed as a line while you type.'],
  ],
  [
    ['Chain', 'One square per day and habit. Break a chain and it tells you your longest, not your last.'],
    ['Little things', 'Habits with a note for each day, and a quiet reminder in the evening.'],
    ['Again', 'A habit tracker with a year on one page, drawn as a grid.'],
  ],
  [
    ['Lo-fi player', 'Clean state handling, media keys, and a queue that can be put in order.'],
    ['Side B', 'A player that looks like a tape deck and reads its songs from a folder you choose.'],
    ['Wave', 'Draws the waveform of the song and lets you click where you want to be.'],
  ],
  [
    [
      'Tomato clock',
      'Twenty-five minutes in the tab title, a soft sound at the end, and breaks that cannot be skipped by accident.',
    ],
    [
      'Focus',
      'A timer that goes on when the laptop sleeps, because it counts from the clock and not from ticks.',
    ],
    ['Five more minutes', 'Pomodoros with a list of what each of them was for.'],
  ],
  [
    [
      'Quick show',
      'A poll you can run in the first minute of a meeting. Options arrive as you type, and the result is drawn as a single bar so it fits on a shared screen.',
    ],
    [
      'Pulse',
      'Live polls over one socket. The server is the only one who counts, and a reload never votes twice.',
    ],
    [
      'Room vote',
      'People open a link, vote once, and everybody sees the bars move. Works with two hundred phones in a hall.',
    ],
  ],
  [
    ['Long table', 'Ten thousand rows that sort and filter in a worker, so typing stays smooth.'],
    [
      'Column by column',
      'A data table with columns that can be hidden, pinned and put in order, all by keyboard.',
    ],
    ['Sorted', 'Keeps the order stable between sorts and says so to screen readers.'],
  ],
]

/** Number of days that have ideas. */
export const demoDays = ideas.length

const languages = [
  'TypeScript',
  'JavaScript',
  'HTML, CSS',
  'TypeScript, CSS',
  'JavaScript, CSS',
  'TypeScript, SQL',
] as const
const frameworks = ['React', 'Vue', 'Svelte', '', '', 'Preact', 'Express, React', 'Solid'] as const

/** Returns the content of a project for a day. The same seed gives the same content. */
export function ideaFor(
  day: number,
  { fullName, username }: { fullName: string; username: string },
  seed: number,
) {
  const random = seededRandom(seed)
  const [idea, description] = pick(ideas[day - 1] ?? [], random)
  const [firstName] = fullName.split(' ')
  const brief = challengeBriefs[day - 1]?.title.toLowerCase()
  // Half of the projects carry the name of their owner.
  const projectName = random() < 0.5 ? idea : `${firstName}’s ${brief}`
  const slug = idea.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const framework = pick(frameworks, random)
  return {
    projectName,
    description,
    languages: pick(languages, random),
    ...(framework !== '' && { frameworks: framework }),
    liveLink: `https://${slug}.${username.replaceAll('_', '-')}.example`,
    repoLink: `https://git.example/${username}/${slug}`,
  }
}

const praise = [
  'Clean state handling, and the keyboard controls are a treat.',
  'A lovely small idea, finished properly.',
  'The empty state is the best I have seen this week.',
  'Quick, quiet and clear. I would use it.',
  'The code reads like the screen looks: nothing too much.',
  'Good eye for spacing, and it works with one hand.',
] as const
const advice = [
  'Name the buttons for screen readers next.',
  'The phone layout is a little tight at 360 pixels.',
  'One more test around the edge cases and this is done.',
  'Think about what happens without a network.',
  'The README could show how to run it.',
  'Let the colours carry less of the meaning.',
] as const

/** Returns feedback that fits an average. */
export function feedbackFor(average: number, random: () => number): string {
  if (average >= 4.6) return pick(praise, random)
  if (average >= 3.2) return `${pick(praise, random)} ${pick(advice, random)}`
  return `A start. ${pick(advice, random)}`
}

/** Likes and messages among demo users, by index in the list; index 0 is the demo login. */
export interface DemoPlan {
  likes: { from: number; to: number }[]
  /** Between the demo login and a match, in sending order. */
  messages: { from: number; to: number; content: string }[]
}

const DEMO_LOGIN = 0
const LIKES_EACH = 4

const CHATS = [
  [
    { mine: false, content: 'That exhibition on Saturday, still thinking of going?' },
    { mine: true, content: 'Yes! Doors at 11. Coffee before?' },
    { mine: true, content: 'There is a place with the good cinnamon rolls around the corner' },
    { mine: false, content: 'You had me at cinnamon' },
  ],
  [
    { mine: true, content: 'Your concert picture made me look up who plays on Thursday' },
    { mine: false, content: 'We do. Come along, I will put you on the list' },
  ],
]

/** Gives the demo login one match without messages, two with a conversation and three admirers; every user gets likes. */
export function demoPlan(userCount: number): DemoPlan {
  const likes = Array.from({ length: userCount }, (_, from) => from).flatMap((from) =>
    from === DEMO_LOGIN
      ? []
      : Array.from({ length: LIKES_EACH }, (_, step) => ({
          from,
          to: (from + (step + 1) * (step + 2)) % userCount,
        })).filter(({ to }) => to !== DEMO_LOGIN && to !== from),
  )
  const matches = [1, 2, 3]
  const admirers = [4, 5, 6]
  const toLogin = [...matches, ...admirers].map((from) => ({ from, to: DEMO_LOGIN }))
  const back = matches.map((to) => ({ from: DEMO_LOGIN, to }))
  const messages = CHATS.flatMap((chat, index) => {
    const partner = matches[index] ?? DEMO_LOGIN
    return chat.map(({ mine, content }) =>
      mine ? { from: DEMO_LOGIN, to: partner, content } : { from: partner, to: DEMO_LOGIN, content },
    )
  })
  return { likes: [...likes, ...toLogin, ...back], messages }
}

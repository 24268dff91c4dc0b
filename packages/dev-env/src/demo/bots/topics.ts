export interface Topic {
  words: RegExp
  lines: readonly string[]
  /** Added to about every other reply. */
  questions: readonly string[]
}

/** Part of every first message, so that no user takes a bot for a human. */
export const INTRODUCTION = "I'm a demo bot, a small program that keeps you company while you try Zing."

export const OPENERS = [
  'Hello, we have a match!',
  'Hi there, glad we matched!',
  'Hey, a match! That was quick.',
] as const

/**
 * Enough different texts, with the openers, for a bot with many matches within an hour. With five or fewer, the server
 * would hold messages.
 */
export const OPENING_QUESTIONS = [
  'What would you like to try out first?',
  'How did you come across Zing?',
  "What's a good day for you?",
  'Coffee or tea?',
  'City or countryside, where are you?',
  'Early bird or night owl?',
  'What have you been up to today?',
  'Which place would you love to see again?',
] as const

/** Two of them are in the first message of the host; enough pairs for many matches within an hour. */
export const THINGS_TO_TRY = [
  'Answer me, and watch the ticks: sent, delivered, read.',
  'Hold a message to react, reply or copy it.',
  'Open this chat in a second window and see it move in both.',
  'Go offline for a minute and write anyway. It arrives later, just once.',
  'Open the profile of someone you like. All their pictures and answers are there.',
  'Add two photos and an answer to your own profile, and see yourself as others do.',
  'Say who you want to meet under "Who you see" in your profile, and the feed follows.',
] as const

const NEUTRAL_QUESTIONS = [
  'What else is on your mind?',
  'What brings you to Zing?',
  'What made you smile today?',
] as const

/** The first topic that matches a message is used. No line pretends to be human. */
export const TOPICS: readonly Topic[] = [
  {
    words: /\b(bot|robot|demo|real|human|actual|fake|program|script|machine|computer|automated|chatgpt|ai|person)\b/i,
    lines: [
      "No real person here. I'm a demo bot, so you can try the chat.",
      "I'm a demo bot, a little program with good manners.",
      "You're right to ask. I'm only a demo bot, a program that answers.",
    ],
    questions: ["Is there anything you'd like to try out?", 'How do you like the chat so far?'],
  },
  {
    words: /\b(help|tips?|try|explain)\b|\bwhat (can|should|now)\b|\bhow (does|can) (it|this|i)\b/i,
    lines: THINGS_TO_TRY,
    questions: ['Want another tip?', 'What have you tried so far?'],
  },
  {
    words: /\b(bye|goodbye|good night|see you|see ya|later|gotta go|have to go)\b/i,
    lines: ['Bye, nice talking to you!', 'See you, and enjoy the rest of your day.', "Take care! I'm always here."],
    questions: [],
  },
  {
    words: /\b(thanks|thank you|thx|cheers)\b/i,
    lines: ["You're very welcome!", 'My pleasure!', 'Any time, really.'],
    questions: ['Anything else I can do for you?', 'What would you like to talk about next?'],
  },
  {
    words: /\bhow('s| is| are)? (you|u|it|things|life)\b|\bwhat'?s up\b|\bhow do you do\b/i,
    lines: [
      'All fine here, my little program is running smoothly.',
      'Very well, thank you for asking!',
      "Cheerful as ever. It's how I was written.",
    ],
    questions: ['And how are you?', "How's your day going?", 'What about you?'],
  },
  {
    words: /\b(coffee|tea|food|cook(ing)?|eat|dinner|lunch|breakfast|pizza|cake|hungry|restaurant|drink|wine|beer)\b/i,
    lines: [
      'I run on electricity, but cinnamon rolls do sound lovely.',
      'A good meal is a great way to get to know someone.',
      'People here speak very highly of coffee.',
    ],
    questions: ['Sweet or salty?', "What's your favourite dish?", 'Do you like to cook?'],
  },
  {
    words: /\b(music|song|band|concert|guitar|piano|sing|singing|dance|dancing|playlist|jazz|rock|techno)\b/i,
    lines: [
      'Music is a great thing to have in common.',
      "I can't hear it, but I love how people write about it.",
      "A concert makes a good first date, I'm told.",
    ],
    questions: [
      'What have you listened to lately?',
      'Do you play an instrument?',
      'Which song never gets old for you?',
    ],
  },
  {
    words: /\b(weekend|saturday|sunday|friday|tonight|tomorrow|plans?|holidays?)\b/i,
    lines: [
      'Weekends are always too short. Everyone tells me so.',
      'That sounds like something to look forward to.',
      "I don't have a calendar, so I'm always free to chat.",
    ],
    questions: ['What are your plans?', 'Do you like it busy or quiet?', 'Out and about, or on the sofa?'],
  },
  {
    words:
      /\b(hobby|hobbies|travel(ling|ing)?|trip|hik(e|ing)|climb(ing)?|run(ning)?|bike|cycling|read(ing)?|books?|movies?|films?|games?|gaming|sports?|yoga|swim(ming)?|sea|beach|mountains?|photos?|photography|dogs?|cats?|garden(ing)?)\b/i,
    lines: [
      'That sounds like a good way to spend time.',
      'Oh nice, I could read about that all day.',
      "Now you've made me curious.",
    ],
    questions: ['How did you get into it?', 'Where did it take you last?', 'What would you tell a beginner?'],
  },
  {
    words: /\b(hi|hello|hey|hiya|hallo|good (morning|evening|afternoon|day)|moin|ciao|hola|salut)\b/i,
    lines: ['Hello, nice of you to write!', 'Hi! Great to hear from you.', 'Hey there, welcome!'],
    questions: ['How are you today?', 'What brings you to Zing?', "How's your day going?"],
  },
  {
    words: /\?/,
    lines: [
      'Good question, but too big for a small program like me.',
      'I wish I knew, but nobody has told me yet.',
      "Hm, that's one for a real person to answer.",
    ],
    questions: ['What made you think of it?', 'Do you ask everyone that?'],
  },
]

export const SMALL_TALK: Topic = {
  words: /(?:)/,
  lines: ['I see!', 'Tell me more about that.', "That's nice to hear.", 'Interesting, go on.', 'Fair enough!'],
  questions: NEUTRAL_QUESTIONS,
}

// Made by docs/generate.py of the JSON Schemas beside it: the shapes of all JSON data.

/** An action as text. */
export type Action = string;

/** An event. */
export type Event = {
  "type": "phase-entered";
  "rule": string;
  "phase": string;
} | {
  "type": "market-dealt";
  "rule": string;
  "round": number;
  "cards": Array<string>;
} | {
  "type": "turn-started";
  "rule": string;
  "seat": number;
} | {
  "type": "card-picked";
  "rule": string;
  "seat": number;
  "card": string;
} | {
  "type": "card-placed";
  "rule": string;
  "seat": number;
  "card": string;
  "to": "line" | "hand";
} | {
  "type": "hand-played";
  "rule": string;
  "seat": number;
  "card": string;
} | {
  "type": "player-stopped";
  "rule": string;
  "seat": number;
} | {
  "type": "bet-won";
  "rule": string;
  "seat": number;
  "card": string;
  "value": number;
  "after": number;
} | {
  "type": "bet-lost";
  "rule": string;
  "seat": number;
  "card": string;
  "value": number;
  "after": number;
} | {
  "type": "line-scored";
  "rule": string;
  "seat": number;
  "discarded": Array<string>;
  "kept": Array<string>;
} | {
  "type": "jackpot-claimed";
  "rule": string;
  "seat": number;
  "colour": string;
  "cards": Array<string>;
} | {
  "type": "jackpot-filled";
  "rule": string;
  "colour": string;
  "cards": Array<string>;
  "source": "market" | "deck";
} | {
  "type": "bets-discarded";
  "rule": string;
  "cards": Array<string>;
  "source": "market" | "deck";
} | {
  "type": "first-player-passed";
  "rule": string;
  "seat": number;
} | {
  "type": "game-ended";
  "rule": string;
  "points": Array<number>;
  "winners": Array<number>;
};

export type RecordResult = {
  "points": Array<number>;
  "winners": Array<number>;
};

/** A saved game. */
export type Record = {
  "game": "line-it";
  "format": 2;
  "ruleset": string;
  "digest": string;
  "rules": { [name: string]: unknown } | null;
  "names": Array<string> | null;
  "players": number;
  "first": number;
  "seed": number | null;
  "deck": Array<string>;
  "actions": Array<string>;
  "result": RecordResult | null;
};

export type RuleFileColour = {
  "name": string;
  "symbol": string;
  "glyph": string;
};

export type RuleFileComponents = {
  "numbers"?: number;
  "bets"?: Array<number>;
  "bet_copies"?: number;
  "players"?: Array<number>;
  "colours"?: Array<RuleFileColour>;
};

export type RuleFileEffectWord = {
  "rule"?: string | null;
  "do"?: Array<string>;
};

export type RuleFileGuardWord = {
  "rule"?: string | null;
  "all"?: Array<string>;
  "any"?: Array<string>;
  "some"?: "market" | "hand" | "picked" | null;
};

export type RuleFileLimits = {
  "market_extra"?: number;
  "hand"?: number;
  "bets_per_line"?: number;
  "jackpot_at"?: number;
  "jackpot_again"?: number;
  "price"?: number;
};

export type RuleFileRow = {
  "id": string;
  "rule": string;
  "from": string;
  "to": string;
  "on"?: string | null;
  "card"?: "market" | "hand" | "picked" | null;
  "when"?: Array<string>;
  "do"?: Array<string>;
};

export type RuleFileState = {
  "name": string;
  "actor": "player" | "table" | "end";
  "rule": string;
};

export type RuleFileZone = {
  "table": "all" | "owner" | "nobody";
  "perfect": "all" | "owner" | "nobody";
};

export type RuleFileZones = {
  "deck"?: RuleFileZone;
  "discard"?: RuleFileZone;
  "jackpots"?: RuleFileZone;
  "hand"?: RuleFileZone;
  "scored"?: RuleFileZone;
};

/** A rule file of Line-it. */
export type RuleFile = {
  "format": 1;
  "name": string;
  "title"?: string;
  "start"?: string;
  "components"?: RuleFileComponents;
  "limits"?: RuleFileLimits;
  "zones"?: RuleFileZones;
  "rules"?: { [name: string]: string };
  "guards"?: { [name: string]: RuleFileGuardWord };
  "effects"?: { [name: string]: RuleFileEffectWord };
  "state"?: Array<RuleFileState>;
  "transition"?: Array<RuleFileRow>;
  "lineage"?: Array<string>;
  "extends"?: string;
  "remove"?: {
    "state"?: Array<string>;
    "transition"?: Array<string>;
    "guards"?: Array<string>;
    "effects"?: Array<string>;
    "rules"?: Array<string>;
  };
};

/** An event as a seat may see it. */
export type SeenEvent = {
  "type": "phase-entered";
  "rule": string;
  "phase": string;
} | {
  "type": "market-dealt";
  "rule": string;
  "round": number;
  "cards": Array<string>;
} | {
  "type": "turn-started";
  "rule": string;
  "seat": number;
} | {
  "type": "card-picked";
  "rule": string;
  "seat": number;
  "card": string;
} | {
  "type": "card-placed";
  "rule": string;
  "seat": number;
  "card": string;
  "to": "line" | "hand";
} | {
  "type": "hand-played";
  "rule": string;
  "seat": number;
  "card": string;
} | {
  "type": "player-stopped";
  "rule": string;
  "seat": number;
} | {
  "type": "bet-won";
  "rule": string;
  "seat": number;
  "card": string;
  "value": number;
  "after": number;
} | {
  "type": "bet-lost";
  "rule": string;
  "seat": number;
  "card": string;
  "value": number;
  "after": number;
} | {
  "type": "line-scored";
  "rule": string;
  "seat": number;
  "discarded": Array<string>;
  "kept": Array<string>;
} | {
  "type": "jackpot-claimed";
  "rule": string;
  "seat": number;
  "colour": string;
  "cards": Array<string> | number;
} | {
  "type": "jackpot-filled";
  "rule": string;
  "colour": string;
  "cards": Array<string> | number;
  "source": "market" | "deck";
} | {
  "type": "bets-discarded";
  "rule": string;
  "cards": Array<string> | number;
  "source": "market" | "deck";
} | {
  "type": "first-player-passed";
  "rule": string;
  "seat": number;
} | {
  "type": "game-ended";
  "rule": string;
  "points": Array<number>;
  "winners": Array<number>;
};

export type SeenRecordResult = {
  "points": Array<number>;
  "winners": Array<number>;
};

/** A game as a seat may have it. */
export type SeenRecord = {
  "game": "line-it";
  "format": 2;
  "ruleset": string;
  "digest": string;
  "rules": { [name: string]: unknown } | null;
  "names": Array<string> | null;
  "players": number;
  "first": number;
  "seed": null;
  "deck": number;
  "actions": Array<string>;
  "result": SeenRecordResult | null;
  "events": Array<{
    "type": "phase-entered";
    "rule": string;
    "phase": string;
  } | {
    "type": "market-dealt";
    "rule": string;
    "round": number;
    "cards": Array<string>;
  } | {
    "type": "turn-started";
    "rule": string;
    "seat": number;
  } | {
    "type": "card-picked";
    "rule": string;
    "seat": number;
    "card": string;
  } | {
    "type": "card-placed";
    "rule": string;
    "seat": number;
    "card": string;
    "to": "line" | "hand";
  } | {
    "type": "hand-played";
    "rule": string;
    "seat": number;
    "card": string;
  } | {
    "type": "player-stopped";
    "rule": string;
    "seat": number;
  } | {
    "type": "bet-won";
    "rule": string;
    "seat": number;
    "card": string;
    "value": number;
    "after": number;
  } | {
    "type": "bet-lost";
    "rule": string;
    "seat": number;
    "card": string;
    "value": number;
    "after": number;
  } | {
    "type": "line-scored";
    "rule": string;
    "seat": number;
    "discarded": Array<string>;
    "kept": Array<string>;
  } | {
    "type": "jackpot-claimed";
    "rule": string;
    "seat": number;
    "colour": string;
    "cards": Array<string> | number;
  } | {
    "type": "jackpot-filled";
    "rule": string;
    "colour": string;
    "cards": Array<string> | number;
    "source": "market" | "deck";
  } | {
    "type": "bets-discarded";
    "rule": string;
    "cards": Array<string> | number;
    "source": "market" | "deck";
  } | {
    "type": "first-player-passed";
    "rule": string;
    "seat": number;
  } | {
    "type": "game-ended";
    "rule": string;
    "points": Array<number>;
    "winners": Array<number>;
  }>;
};

export type TablePlayer = {
  "hand": Array<string>;
  "line": Array<string>;
  "scored": Array<string>;
  "tokens": Array<number>;
  "stopped": boolean;
  "points": number;
};

/** A table, the referee's. */
export type Table = {
  "ruleset": string;
  "phase": string;
  "round": number;
  "first": number;
  "seat": number;
  "picked": string | null;
  "played": number;
  "deck": Array<string>;
  "market": Array<string>;
  "discard": Array<string>;
  "jackpots": { [name: string]: Array<string> };
  "players": Array<TablePlayer>;
};

export type VectorExpected = {
  "legal": Array<string>;
  "table": { [name: string]: unknown };
};

export type VectorRefusal = {
  "rule": string | null;
};

export type VectorVectorStep = {
  "action": string;
  "then"?: VectorExpected | null;
  "refused"?: VectorRefusal | null;
};

/** A test vector. */
export type Vector = {
  "format": 1;
  "name": string;
  "about": string;
  "rules": Array<string>;
  "ruleset": string;
  "players": number;
  "first": number;
  "deck": Array<string>;
  "then"?: VectorExpected | null;
  "refused"?: VectorRefusal | null;
  "steps"?: Array<VectorVectorStep>;
};

export type ViewPlayerView = {
  "hand": Array<string> | number;
  "line": Array<string>;
  "scored": Array<string> | number;
  "tokens": Array<number>;
  "stopped": boolean;
  "points": number;
};

/** What a seat sees of a table. */
export type View = {
  "viewer": number | null;
  "memory": "table" | "perfect";
  "ruleset": string;
  "phase": string;
  "round": number;
  "first": number;
  "seat": number;
  "picked": string | null;
  "played": number;
  "deck": Array<string> | number;
  "market": Array<string>;
  "discard": Array<string> | number;
  "jackpots": { [name: string]: Array<string> | number };
  "players": Array<ViewPlayerView>;
};

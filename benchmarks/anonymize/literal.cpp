// SeqAnon as the paper prints it: line 3 counts supports in one pass; every support test of lines 5 and 6 scans all trajectories, which
// lie in one array. The ties and the distance of generalized locations are
// those of anonymize/reference/seqanon.py; the input has been cut before, if need be. Reads text from stdin:
//   n P k m / P lines "x y" / n lines "owner length place place ..."; owners (ascending) and places are numbers from 0.
// Writes one line of P numbers, the least place of each place's group, and to stderr the seconds of processor time of lines 1 to 8.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <map>
#include <vector>

typedef std::vector<int> Trajectory;

struct Seen {
    int support, last, order;  // order: of first appearance
};

static std::vector<int> visit, start, owner;
static std::vector<double> sx, sy, members;

static int support(const Trajectory &s) {
    static std::vector<int> met(owner.size(), 0);
    static int tick = 0;
    tick++;
    int n = 0;
    for (size_t t = 0; t + 1 < start.size(); t++) {
        size_t c = 0;
        for (int v = start[t]; v < start[t + 1] && c < s.size(); v++) c += visit[v] == s[c];
        if (c == s.size() && met[owner[t]] != tick) met[owner[t]] = tick, n++;
    }
    return n;
}

static void subtrajectories(int t, size_t size, int from, Trajectory &s, std::map<Trajectory, Seen> &seen) {
    if (s.size() == size) {
        Seen &found = seen.insert({s, {0, -1, int(seen.size())}}).first->second;
        if (found.last != owner[t]) found.support++, found.last = owner[t];
        return;
    }
    for (int v = from; v < start[t + 1]; v++) {
        s.push_back(visit[v]);
        subtrajectories(t, size, v + 1, s, seen);
        s.pop_back();
    }
}

static double d(int a, int b) {
    double dx = sx[a] / members[a] - sx[b] / members[b], dy = sy[a] / members[a] - sy[b] / members[b];
    return std::sqrt(dx * dx + dy * dy);
}

int main() {
    int n, P, k, m;
    if (std::scanf("%d %d %d %d", &n, &P, &k, &m) != 4) return 2;
    sx.resize(P), sy.resize(P), members.assign(P, 1.0);
    for (int p = 0; p < P; p++)
        if (std::scanf("%lf %lf", &sx[p], &sy[p]) != 2) return 2;
    owner.resize(n), start.push_back(0);
    for (int t = 0; t < n; t++) {
        int length, place;
        if (std::scanf("%d %d", &owner[t], &length) != 2) return 2;
        for (int v = 0; v < length; v++) {
            if (std::scanf("%d", &place) != 1) return 2;
            visit.push_back(place);
        }
        start.push_back(int(visit.size()));
    }
    std::clock_t begin = std::clock();
    std::vector<int> now(P);  // the least place of the group that a place is in; it stands for the group in T
    for (int p = 0; p < P; p++) now[p] = p;
    for (int i = 1; i <= m; i++) {                                                        // 2
        std::map<Trajectory, Seen> seen;
        Trajectory prefix;
        for (int t = 0; t < n; t++) subtrajectories(t, i, start[t], prefix, seen);
        std::vector<std::pair<std::pair<int, int>, Trajectory>> S;                        // 3
        for (const auto &entry : seen)
            if (entry.second.support < k) S.push_back({{entry.second.support, entry.second.order}, entry.first});
        std::sort(S.begin(), S.end());
        for (auto &entry : S) {                                                           // 4
            Trajectory &s = entry.second;
            for (int &l : s) l = now[l];
            while (support(s) < k) {                                                      // 5
                int l1 = s[0], least = support({s[0]});                                   // 6
                for (size_t c = 1; c < s.size(); c++) {
                    int sup = support({s[c]});
                    if (sup < least) l1 = s[c], least = sup;
                }
                int l2 = -1;                                                              // 7
                for (int l = 0; l < P; l++)
                    if (now[l] == l && l != l1 && (l2 < 0 || d(l1, l) < d(l1, l2))) l2 = l;
                if (l2 < 0) return 1;
                int merged = std::min(l1, l2), other = std::max(l1, l2);                  // 8
                sx[merged] += sx[other], sy[merged] += sy[other], members[merged] += members[other];
                for (int &l : now)
                    if (l == other) l = merged;
                for (int &l : visit)
                    if (l == other) l = merged;
                for (int &l : s)
                    if (l == other) l = merged;
            }
        }
    }
    std::fprintf(stderr, "%.3f\n", double(std::clock() - begin) / CLOCKS_PER_SEC);
    for (int p = 0; p < P; p++) std::printf("%d%c", now[p], p + 1 < P ? ' ' : '\n');
    return 0;
}
